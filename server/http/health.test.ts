import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'

const portal = await createTestApp()
afterAll(portal.close)

test('a process that lives says so, and one whose database answers is ready', async () => {
  const visitor = portal.visit()
  expect((await visitor.get('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await visitor.get('/readyz')).json()).toEqual({ status: 'ok' })
})
