import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { createTestApp } from '#test/app.ts'
import { AppError } from './app-error.ts'
import { handleError } from './error-handler.ts'
import { requireDeclaredAccess, route } from './route.ts'
import { finishRunningCalls } from './running-calls.ts'

test('the server does not start with a route that does not declare its access', async () => {
  const app = Fastify()
  requireDeclaredAccess(app)
  app.get('/declared', { config: { access: 'anyone' } }, async () => 'ok')
  app.get('/forgotten', async () => 'secret')
  await expect(app.ready()).rejects.toThrow('The route GET /forgotten does not declare who may call it')
})

test('an answer with more fields than the contract is an error, and is not sent', async () => {
  await using portal = await createTestApp()
  const leaking = endpoint('GET', '/api/leaking', {
    access: 'anyone',
    summary: 'A handler that hands on a whole row',
    responses: { 200: z.strictObject({ name: z.string() }) },
  })
  const app = Fastify()
  app.setErrorHandler(handleError)
  finishRunningCalls(app)
  const row = { name: 'Ann', passwordHash: 'secret' }
  route(app, portal.deps.sessions, leaking, async () => row)
  const response = await app.inject('/api/leaking')
  expect(response.statusCode).toBe(500)
  expect(response.body).not.toContain('secret')
  await app.close()
})

test('an AppError is answered with its message, fields and retry time', async () => {
  const app = Fastify()
  app.setErrorHandler(handleError)
  app.get('/busy', async () => {
    throw new AppError('too_many_requests', 'Wait', { retryAfter: 1.2, fields: { code: 'Wait' } })
  })
  app.get('/broken', async () => {
    throw new Error('the inner reason')
  })
  const busy = await app.inject('/busy')
  expect(busy.statusCode).toBe(429)
  expect(busy.headers['retry-after']).toBe('2')
  expect(busy.json()).toEqual({ message: 'Wait', code: 'too_many_requests', fields: { code: 'Wait' } })
  const broken = await app.inject('/broken')
  expect(broken.statusCode).toBe(500)
  expect(broken.json()).toEqual({ message: 'Something went wrong. Try again.', code: 'internal' })
  await app.close()
})
