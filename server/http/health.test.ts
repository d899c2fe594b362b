import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'

const portal = await createTestApp()
afterAll(portal.close)

test('a running process is healthy, and ready once its database answers', async () => {
  const visitor = portal.visit()
  expect((await visitor.get('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await visitor.get('/readyz')).json()).toEqual({ status: 'ok' })
})

test('reports the client’s address, and ignores a header that no trusted proxy has set', async () => {
  const visitor = portal.visit('192.0.2.7')
  const response = await visitor.get('/healthz/address', { 'x-forwarded-for': '203.0.113.77' })
  expect(response.json()).toEqual({ address: '192.0.2.7' })
  expect(response.headers['cache-control']).toBe('no-store')
})
