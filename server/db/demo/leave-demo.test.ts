import { expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { addDemoData } from './demo-data.ts'
import { leaveDemo } from './leave-demo.ts'

test('only the first start without the demo has accounts to disable', async () => {
  await using portal = await createTestApp({ settings: { DEMO: 'on' } })
  await addDemoData(portal.db, portal.deps.settings, portal.deps.store)
  expect(await leaveDemo(portal.db)).toBeGreaterThan(3)
  expect(await leaveDemo(portal.db)).toBe(0)
})
