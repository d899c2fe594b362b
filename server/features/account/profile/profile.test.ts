import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { isTimeZone } from '#contract/time-zones.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import type { Browser } from '#test/browser.ts'
import { createPartner, createUser } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/account/profile'
const form = { firstName: ' Ann ', lastName: '', timeZone: 'Europe/Berlin' }

test('users see and change their name and time zone', async () => {
  const { user } = await createPartner(portal)
  const browser = await portal.signIn(user)
  expect((await browser.get(url)).json()).toMatchObject({ email: user.email, timeZone: null })
  const response = await browser.put(url, form)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ firstName: 'Ann', lastName: null, timeZone: 'Europe/Berlin' })
  expect((await browser.get('/api/auth/user')).json()).toMatchObject({ firstName: 'Ann', lastName: null })
  expect(await auditEventsOf(portal, user)).toEqual([])
})

test('changes of the names of staff, which partners see, are recorded; saving without changes is not', async () => {
  const user = await createUser(portal, { role: 'support', firstName: 'Bea', lastName: 'Reed' })
  const browser = await portal.signIn(user)
  await browser.put(url, { firstName: 'Bea', lastName: 'Hill' })
  await browser.put(url, { firstName: 'Bea', lastName: 'Hill' })
  expect(await auditEventsOf(portal, user)).toMatchObject([
    { action: 'user.changed', subjectId: user.id, before: { lastName: 'Reed' }, after: { lastName: 'Hill' } },
  ])
})

test.each([
  ['an unknown time zone', { ...form, timeZone: 'Berlin' }, 'timeZone'],
  // PostgreSQL reads IST as Israel's zone and ACT as Acre's, and its CET has no summer time.
  ...['IST', 'ACT', 'CET', 'EST', 'Japan', '+05:00', 'europe/berlin', 'SystemV/EST5', 'Etc/Unknown'].map(
    (timeZone): [string, object, string] => [`the time zone ${timeZone}`, { ...form, timeZone }, 'timeZone'],
  ),
  ['a long name', { ...form, firstName: 'x'.repeat(201) }, 'firstName'],
  ['an email', { ...form, email: 'a@example.com' }, 'email'],
  ['a role', { ...form, role: 'admin' }, 'role'],
])('refuses %s', async (_what, body, field) => {
  const browser = await portal.signIn((await createPartner(portal)).user)
  const response = await browser.put(url, body)
  expect(response.statusCode).toBe(400)
  expect(response.json().fields).toHaveProperty(field)
})

describe('without a chosen time zone', () => {
  const browserUrl = '/api/account/browser-time-zone'
  const zoneOf = async (browser: Browser) => {
    const { timeZone, isTimeZoneChosen } = (await browser.get(url)).json()
    return [timeZone, isTimeZoneChosen]
  }

  test('the zone of the last browser applies until one is chosen, and after the choice is cleared', async () => {
    const browser = await portal.signIn((await createPartner(portal)).user)
    const report = async (timeZone: string) =>
      expect((await browser.put(browserUrl, { timeZone })).statusCode).toBe(204)
    expect(await zoneOf(browser)).toEqual([null, false])
    await report('America/Los_Angeles')
    expect(await zoneOf(browser)).toEqual(['America/Los_Angeles', false])
    await report('Asia/Calcutta')
    expect(await zoneOf(browser)).toEqual(['Asia/Calcutta', false])
    // Saving the form without choosing a zone does not change the stored one.
    await browser.put(url, { ...form, timeZone: '' })
    expect(await zoneOf(browser)).toEqual(['Asia/Calcutta', false])
    await browser.put(url, form)
    await report('America/Los_Angeles')
    expect(await zoneOf(browser)).toEqual(['Europe/Berlin', true])
    await browser.put(url, { ...form, timeZone: '' })
    expect(await zoneOf(browser)).toEqual([null, false])
    await report('America/Los_Angeles')
    expect(await zoneOf(browser)).toEqual(['America/Los_Angeles', false])
  })

  test('a browser cannot report an ambiguous zone, or the zone of a partner whom staff view', async () => {
    const partner = await createPartner(portal, { status: 'completed', onPaper: true })
    const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
    for (const timeZone of ['IST', 'Mars/Olympus', '']) {
      expect((await staff.put(browserUrl, { timeZone })).statusCode).toBe(400)
    }
    await staff.send('POST', `/api/admin/partners/${partner.profile.id}/view`)
    expect((await staff.put(browserUrl, { timeZone: 'Europe/Berlin' })).statusCode).toBe(403)
  })

  test('each zone that a browser can report means the same in PostgreSQL, in winter and in summer', async () => {
    const zones = Intl.supportedValuesOf('timeZone').filter(isTimeZone)
    expect(zones.length).toBeGreaterThan(400)
    const moments = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z']
    const { rows } = await portal.db.execute<{ zone: string; at: string; local: string }>(sql`
      select zone, at, to_char(local_time(at::timestamptz, zone), 'YYYY-MM-DD HH24:MI') as local
      from unnest(${sql.param(zones)}::text[]) zone, unnest(${sql.param(moments)}::text[]) at`)
    const differing = rows.filter(
      ({ zone, at, local }) =>
        new Date(at).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16) !== local,
    )
    expect(differing).toEqual([])
  })
})
