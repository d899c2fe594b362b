import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { emailSwitches, notificationKinds } from '#contract/notifications/kinds.ts'
import { userEmailPreferences } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { isQuiet } from './data.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/user/email-preferences'
const everythingOn = {
  ...Object.fromEntries(emailSwitches.map((name) => [name, name !== 'monthlyReports'])),
  bellOff: [],
  digestOff: [],
  quietHours: null,
}

const newBrowser = async () => {
  const { user } = await createPartner(portal)
  return { user, browser: await portal.signIn(user) }
}

test('everything but the monthly report is on by default, for partners and staff, without a row', async () => {
  const { user, browser } = await newBrowser()
  expect((await browser.get(url)).json()).toEqual(everythingOn)
  const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
  expect((await staff.get(url)).json()).toEqual(everythingOn)
  expect(await portal.db.$count(userEmailPreferences, eq(userEmailPreferences.userId, user.id))).toBe(0)
})

test('a change leaves the rest as it is, also what another tab has changed meanwhile', async () => {
  const { user, browser } = await newBrowser()
  const tab = await portal.signIn(user)
  const quietHours = { from: '22:00', until: '07:00' }
  const [first, second] = await Promise.all([
    browser.put(url, { taskReminders: false, quietHours }),
    tab.put(url, { weeklyDigests: false, bellOff: ['task_changed'], digestOff: ['resources'] }),
  ])
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  const expected = {
    ...everythingOn,
    taskReminders: false,
    weeklyDigests: false,
    bellOff: ['task_changed'],
    digestOff: ['resources'],
    quietHours,
  }
  expect((await browser.get(url)).json()).toEqual(expected)
  const response = await browser.put(url, { quietHours: null, taskReminders: true })
  expect(response.json()).toEqual({ ...expected, quietHours: null, taskReminders: true })
})

test('a change affects the caller only', async () => {
  const [one, other] = [await newBrowser(), await newBrowser()]
  await one.browser.put(url, { chatMessages: false, bellOff: [...notificationKinds] })
  expect((await other.browser.get(url)).json()).toEqual(everythingOn)
})

test.each([
  [{}, 'weeklyDigests'],
  [{ weeklyDigests: 'no' }, 'weeklyDigests'],
  [{ weeklyDigests: null }, 'weeklyDigests'],
  [{ smoke: true }, 'smoke'],
  [{ userId: crypto.randomUUID() }, 'userId'],
  [{ bellOff: ['everything'] }, 'bellOff.0'],
  [{ bellOff: [...notificationKinds, 'task_changed'] }, 'bellOff'],
  [{ digestOff: 'tasks' }, 'digestOff'],
  [{ quietHours: { from: '22:00' } }, 'quietHours.until'],
  [{ quietHours: { from: '24:00', until: '07:00' } }, 'quietHours.from'],
  [{ quietHours: { from: '7:00', until: '08:00' } }, 'quietHours.from'],
  [{ quietHours: { from: '07:00', until: '07:00' } }, 'quietHours.until'],
])('refuses %j', async (body, field) => {
  const { browser } = await newBrowser()
  const response = await browser.put(url, body)
  expect(response.statusCode).toBe(400)
  expect(Object.keys(response.json().fields)).toContain(field)
  expect((await browser.get(url)).json()).toEqual(everythingOn)
})

test('visitors have no preferences', async () => {
  expect((await portal.visit().get(url)).statusCode).toBe(401)
  expect((await portal.visit().put(url, { weeklyDigests: false })).statusCode).toBe(401)
})

test.each([
  // Daylight saving time begins in New York at 2 AM on March 8, and ends at 2 AM on November 1.
  ['America/New_York', '22:00', '07:00', '2026-03-08T02:59:00Z', false],
  ['America/New_York', '22:00', '07:00', '2026-03-08T03:00:00Z', true],
  ['America/New_York', '22:00', '07:00', '2026-03-08T10:59:00Z', true],
  ['America/New_York', '22:00', '07:00', '2026-03-08T11:00:00Z', false],
  ['America/New_York', '22:00', '07:00', '2026-11-01T11:59:00Z', true],
  ['America/New_York', '22:00', '07:00', '2026-11-01T12:00:00Z', false],
  ['Asia/Kolkata', '21:30', '06:00', '2026-06-01T15:59:00Z', false],
  ['Asia/Kolkata', '21:30', '06:00', '2026-06-01T16:00:00Z', true],
  ['Asia/Kolkata', '21:30', '06:00', '2026-06-02T00:29:00Z', true],
  ['Asia/Kolkata', '21:30', '06:00', '2026-06-02T00:30:00Z', false],
  ['Pacific/Apia', '12:00', '13:00', '2026-06-01T22:59:00Z', false],
  ['Pacific/Apia', '12:00', '13:00', '2026-06-01T23:00:00Z', true],
  ['Pacific/Apia', '12:00', '13:00', '2026-06-02T00:00:00Z', false],
  [null, '23:00', '00:00', '2026-06-01T23:30:00Z', true],
  [null, '23:00', '00:00', '2026-06-02T00:00:00Z', false],
])('in %s from %s until %s, %s is quiet: %s', async (zone, from, until, at, expected) => {
  const { rows } = await portal.db.execute(sql`
    select ${isQuiet(sql`${at}::timestamptz`)} as quiet from (values (${zone}::text)) account (time_zone),
      (values (${from}::text, ${until}::text)) preference (quiet_from, quiet_until)`)
  expect(rows).toEqual([{ quiet: expected }])
})
