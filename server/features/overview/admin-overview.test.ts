import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { AdminOverview } from '#contract/overview.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { resourceDownloads } from '#server/db/schema/resources.ts'
import { users } from '#server/db/schema/users.ts'
import { auditEntry, insertActivities } from '#server/domain-events/data.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createResource, createTask, createUser, sign } from '#test/factories.ts'
import { documentIdOf } from '#test/partner-rows.ts'

const portal = await createTestApp({ settings: { SIGN_IN_EVENT_DAYS: '60' } })
afterAll(portal.close)

const day = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * day)
const read = async () => {
  const browser = await portal.signIn(await createUser(portal, { role: 'support' }))
  return (await browser.get('/api/admin/overview')).json<AdminOverview>()
}
const signedAt = (id: string, moment: Date) =>
  portal.db.update(partnerDocuments).set({ signedAt: moment }).where(eq(partnerDocuments.id, id))

test('an empty portal has nobody waiting, no times, and twelve weeks without anything', async () => {
  const overview = await read()
  const none = { medianDays: null, partners: 0 }
  expect(overview).toMatchObject({
    waiting: { profile: 0, nda: 0, venue_partnership_agreement: 0 },
    stepTimes: { created: none, confirmed: none, nda: none, completed: none },
    overdueTasks: 0,
  })
  const weeks = overview.weeks.map(({ week }) => new Date(week))
  expect(weeks).toHaveLength(12)
  for (const [index, week] of weeks.entries()) {
    expect([week.getUTCDay(), week.getTime() % day]).toEqual([1, 0])
    expect(week.getTime()).toBe((weeks[0]?.getTime() ?? 0) + index * 7 * day)
  }
  const last = weeks.at(-1)?.getTime() ?? 0
  expect(Date.now() - last).toBeGreaterThanOrEqual(0)
  expect(Date.now() - last).toBeLessThan(7 * day)
})

test('partners are counted and listed by their next step, without disabled users and erased partners', async () => {
  const before = (await read()).waiting
  await createUser(portal)
  await createUser(portal, { disabledAt: new Date() })
  await createPartner(portal, { status: 'profile' })
  await createPartner(portal, { status: 'completed' })
  await createPartner(portal)
  const half = await createPartner(portal)
  await sign(portal, half.user, 'nda')
  const erased = await createPartner(portal)
  await sign(portal, erased.user, 'nda')
  const gone = { disabledAt: new Date(), erasedAt: new Date() }
  await portal.db.update(users).set(gone).where(eq(users.id, erased.user.id))
  const { waiting } = await read()
  const browser = await portal.signIn(await createUser(portal, { role: 'support' }))
  for (const [list, number] of [
    ['users-with-partner-status?role=user&profile=invited', waiting.profile],
    ['partners-with-user-info?status=documents&signed=no_nda', waiting.nda],
    ['partners-with-user-info?status=documents&signed=only_nda', waiting.venue_partnership_agreement],
  ]) {
    const { headers } = await browser.get(`/api/admin/${list}&limit=1`)
    expect(headers['x-total-count'], String(list)).toBe(String(number))
  }
  expect(waiting).toEqual({
    profile: before.profile + 1,
    nda: before.nda + 1,
    venue_partnership_agreement: before.venue_partnership_agreement + 1,
  })
})

test('the median time of each step comes from when it was begun and done', async () => {
  // Partners that other tests left behind become too old to count.
  await portal.db.update(partnerProfiles).set({ createdAt: daysAgo(400) })
  // Each partner was invited 60 days ago. The parameters are the days after that on which they took each step.
  const made = async (created: number, confirmed: number, nda: number, contract: number) => {
    const partner = await createPartner(portal, {
      status: 'completed',
      user: { createdAt: daysAgo(60) },
      createdAt: daysAgo(60 - created),
    })
    await insertActivities(portal.db, [
      {
        partnerId: partner.profile.id,
        activityType: 'profile_confirmed',
        description: 'Profile confirmed',
        createdAt: daysAgo(60 - confirmed),
      },
    ])
    await signedAt(documentIdOf(partner, 'nda'), daysAgo(60 - nda))
    await signedAt(documentIdOf(partner, 'venue_partnership_agreement'), daysAgo(60 - contract))
  }
  await made(2, 5, 6, 26)
  await made(4, 5, 9, 19)
  // This partner signed on paper before confirming the profile, so signing took no time.
  await made(10, 30, 20, 25)
  // This partner confirmed the profile by creating it, and has signed nothing.
  await createPartner(portal, { user: { createdAt: daysAgo(8) }, createdAt: daysAgo(5) })
  // This partner has not confirmed the profile.
  await createPartner(portal, { status: 'profile', user: { createdAt: daysAgo(8) }, createdAt: daysAgo(3) })
  const { stepTimes } = await read()
  const rounded = Object.fromEntries(
    Object.entries(stepTimes).map(([step, { medianDays, partners }]) => [
      step,
      [Math.round((medianDays ?? -1) * 100) / 100, partners],
    ]),
  )
  // The days per step: 2, 3, 4, 5, 10; 0, 1, 3, 20; 0, 1, 4; and 10 (until the confirmation), 10, 20.
  expect(rounded).toEqual({ created: [4, 5], confirmed: [2, 4], nda: [1, 3], completed: [10, 3] })
})

test('signatures, sign-ins and downloads are counted by week, from Monday to Sunday', async () => {
  const before = (await read()).weeks
  const monday = Date.parse(before[9]?.week ?? '')
  const moments = [monday, monday + 7 * day - 1, monday + 7 * day, monday - 1].map((at) => new Date(at))
  const { id: resourceId } = await createResource(portal)
  const staff = await createUser(portal, { role: 'support' })
  for (const at of moments) {
    const partner = await createPartner(portal)
    await sign(portal, partner.user, 'nda')
    await signedAt(documentIdOf(partner, 'nda'), at)
    // Sign-ins and downloads of staff are not counted.
    for (const user of [partner.user, staff]) {
      const event = { action: 'session.signed_in' as const, subject: { id: user.id, name: 'Robin' } }
      await portal.db.insert(auditLog).values({ ...auditEntry(user, event), at })
      await portal.db.insert(resourceDownloads).values({ resourceId, userId: user.id, downloadedAt: at })
    }
  }
  // The user who downloaded this file has been deleted since.
  await portal.db.insert(resourceDownloads).values({ resourceId, downloadedAt: new Date(monday) })
  const long = await createPartner(portal)
  await sign(portal, long.user, 'venue_partnership_agreement')
  await signedAt(documentIdOf(long, 'venue_partnership_agreement'), new Date(monday - 20 * 7 * day))
  const after = (await read()).weeks
  const names = ['nda', 'venue_partnership_agreement', 'signIns', 'downloads'] as const
  const more = after.map((week, index) =>
    names.map((name) => (week[name] ?? 0) - (before[index]?.[name] ?? 0)),
  )
  expect(more.slice(7)).toEqual([
    [0, 0, 0, 0],
    [1, 0, 1, 1],
    [2, 0, 2, 3],
    [1, 0, 1, 1],
    [0, 0, 0, 0],
  ])
  expect(
    more
      .slice(0, 7)
      .flat()
      .every((count) => count === 0),
  ).toBe(true)
})

test('sign-ins of a week that is no longer kept as a whole are unknown', async () => {
  for (const { week, signIns } of (await read()).weeks) {
    if (Date.parse(week) < Date.now() - 60 * day) expect(signIns).toBeNull()
    else expect(signIns).toBeTypeOf('number')
  }
})

test('tasks are overdue when their day has passed and they are not completed', async () => {
  const past = new Date(Date.now() - day)
  await createTask(portal, { dueDate: past })
  await createTask(portal, { dueDate: past, status: 'in_progress' })
  await createTask(portal, { dueDate: past, status: 'completed' })
  await createTask(portal, { dueDate: new Date(Date.now() + day) })
  expect((await read()).overdueTasks).toBe(2)
})
