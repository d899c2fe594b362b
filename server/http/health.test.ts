import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'

const portal = await createTestApp()
afterAll(portal.close)

test('a running process is healthy, and ready once its database answers', async () => {
  const visitor = portal.visit()
  expect((await visitor.get('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await visitor.get('/readyz')).json()).toEqual({ status: 'ok' })
})
