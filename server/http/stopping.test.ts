import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { openLog } from '#test/log.ts'
import { finishConnections } from './stopping.ts'

/** Starts an application with a call that lasts until `finish`, over connections that stay open. */
const start = async (maxMs?: number) => {
  const { logger, lines } = openLog()
  const app = Fastify({ loggerInstance: logger as FastifyBaseLogger, return503OnClosing: false })
  let isStopping = false
  finishConnections(app, () => isStopping, { maxMs })
  const called = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    called.resolve()
    await mayEnd.promise
    return 'slow'
  })
  app.get('/fast', async () => 'fast')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const call = async (path: string) => {
    const [response] = (await once(get({ host: '127.0.0.1', port, path, agent }), 'response')) as [
      IncomingMessage,
    ]
    response.resume()
    await once(response, 'end')
    return { status: response.statusCode, connection: response.headers.connection }
  }
  return {
    app,
    port,
    lines,
    call,
    called: called.promise,
    finish: mayEnd.resolve,
    beginStopping: () => {
      isStopping = true
    },
  }
}

test('responses end their connections once the server is stopping, even if the request came before', async () => {
  const { app, call, called, finish, beginStopping } = await start()
  expect(await call('/fast')).toEqual({ status: 200, connection: 'keep-alive' })
  const slow = call('/slow')
  await called
  beginStopping()
  expect(await call('/fast')).toEqual({ status: 200, connection: 'close' })
  finish()
  expect(await slow).toEqual({ status: 200, connection: 'close' })
  await app.close()
})

test('closing ends idle and silent connections, refuses new ones, and waits for the request under way', async () => {
  const { app, port, call, called, finish, lines } = await start()
  await call('/fast')
  const silent = connect(port, '127.0.0.1').resume()
  await once(silent, 'connect')
  const slow = call('/slow')
  await called
  let isClosed = false
  const closed = app.close().then(() => {
    isClosed = true
  })
  await once(silent, 'close')
  await expect(call('/fast')).rejects.toThrow()
  expect(isClosed).toBe(false)
  finish()
  expect((await slow).status).toBe(200)
  await closed
  expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([])
})

test('connections that wait to be accepted when closing begins are answered', async () => {
  const { app, port } = await start()
  const responses = Array.from({ length: 50 }, async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /fast HTTP/1.1\r\nHost: localhost\r\n\r\n')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    await once(socket, 'close')
    return text.split('\r\n')[0]
  })
  // The system has accepted these connections, but the process has not.
  await app.close()
  expect(new Set(await Promise.all(responses))).toEqual(new Set(['HTTP/1.1 200 OK']))
})

test('a request that hangs is dropped after the limit, with a line in the log', async () => {
  const { app, call, called, lines } = await start(100)
  const slow = call('/slow')
  const dropped = expect(slow).rejects.toThrow()
  await called
  await app.close()
  await dropped
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'stopped with requests that had not ended', connections: 1 }),
  )
})
