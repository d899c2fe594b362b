import { once } from 'node:events'
import { request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { createTestApp } from '#test/app.ts'
import { openLog } from '#test/log.ts'
import { route } from './route.ts'
import { finishRunningCalls } from './running-calls.ts'

const slow = endpoint('GET', '/api/slow', {
  access: 'anyone',
  summary: 'A call that takes as long as the test wants',
  responses: { 200: z.strictObject({}) },
})

/** Starts an application with a slow call, whose handler runs after its client has disconnected. */
const startCall = async (handler: () => Promise<void>, maxMs?: number) => {
  await using portal = await createTestApp()
  const { logger, lines } = openLog()
  const app = Fastify({ loggerInstance: logger as FastifyBaseLogger })
  finishRunningCalls(app, maxMs)
  const started = Promise.withResolvers<ServerResponse>()
  route(app, portal.deps.sessions, slow, async ({ reply }) => {
    started.resolve(reply.raw)
    await handler()
    return {}
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const client = request({ port, host: '127.0.0.1', path: slow.path })
  client.on('error', () => {})
  client.end()
  const disconnected = once(await started.promise, 'close')
  client.destroy()
  await disconnected
  return { app, lines }
}

test('closing waits for a call whose client has disconnected', async () => {
  const order: string[] = []
  const mayEnd = Promise.withResolvers<void>()
  const { app } = await startCall(async () => {
    await mayEnd.promise
    order.push('the call has ended')
  })
  const closed = app.close().then(() => order.push('closed'))
  await delay(50)
  mayEnd.resolve()
  await closed
  expect(order).toEqual(['the call has ended', 'closed'])
})

test('a call that hangs does not keep the application from closing', async () => {
  const { app, lines } = await startCall(() => new Promise(() => {}), 50)
  await app.close()
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'closed before all calls had ended', calls: 1 }),
  )
})
