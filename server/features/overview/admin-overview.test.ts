import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { AdminOverview } from '#contract/overview.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createTask, createUser, sign } from '#test/factories.ts'
import { documentIdOf } from '#test/partner-rows.ts'

const portal = await createTestApp()
afterAll(portal.close)

const day = 24 * 60 * 60 * 1000
const read = async () => {
  const browser = await portal.signIn(await createUser(portal, { role: 'support' }))
  return (await browser.get('/api/admin/overview')).json<AdminOverview>()
}
const signedAt = (id: string, moment: Date) =>
  portal.db.update(partnerDocuments).set({ signedAt: moment }).where(eq(partnerDocuments.id, id))

test('an empty portal has an empty funnel and twelve weeks without a signature', async () => {
  const overview = await read()
  expect(overview).toMatchObject({
    funnel: { invited: 0, profile: 0, documents: 0, completed: 0 },
    overdueTasks: 0,
    stalledPartners: [],
  })
  const weeks = overview.signaturesByWeek.map(({ week }) => new Date(week))
  expect(weeks).toHaveLength(12)
  for (const [index, week] of weeks.entries()) {
    expect([week.getUTCDay(), week.getTime() % day]).toEqual([1, 0])
    expect(week.getTime()).toBe((weeks[0]?.getTime() ?? 0) + index * 7 * day)
  }
  const last = weeks.at(-1)?.getTime() ?? 0
  expect(Date.now() - last).toBeGreaterThanOrEqual(0)
  expect(Date.now() - last).toBeLessThan(7 * day)
})

test('partners are counted by step, and the longest waiting are listed first', async () => {
  await createUser(portal)
  await createUser(portal, { disabledAt: new Date() })
  const [young, old] = [
    await createPartner(portal, { status: 'profile', createdAt: new Date('2026-03-01T00:00:00Z') }),
    await createPartner(portal, { createdAt: new Date('2026-01-01T00:00:00Z') }),
  ]
  await createPartner(portal, { status: 'completed', createdAt: new Date('2025-01-01T00:00:00Z') })
  const keptOut = { disabledAt: new Date() }
  await createPartner(portal, { user: keptOut, createdAt: new Date('2025-02-01T00:00:00Z') })
  const { funnel, stalledPartners } = await read()
  expect(funnel).toEqual({ invited: 1, profile: 1, documents: 2, completed: 1 })
  expect(stalledPartners).toEqual(
    [old, young].map(({ profile: { id, fullName, businessName, onboardingStatus, createdAt } }) => ({
      id,
      fullName,
      businessName,
      onboardingStatus,
      since: createdAt.toISOString(),
    })),
  )
})

test('signatures are counted by week, from Monday to Sunday', async () => {
  const before = (await read()).signaturesByWeek
  const monday = Date.parse(before[9]?.week ?? '')
  const moments = [monday, monday + 7 * day - 1, monday + 7 * day, monday - 1]
  for (const moment of moments) {
    const partner = await createPartner(portal)
    await sign(portal, partner.user, 'nda')
    await signedAt(documentIdOf(partner, 'nda'), new Date(moment))
  }
  const long = await createPartner(portal)
  await sign(portal, long.user, 'venue_partnership_agreement')
  await signedAt(documentIdOf(long, 'venue_partnership_agreement'), new Date(monday - 20 * 7 * day))
  const after = (await read()).signaturesByWeek
  const more = after.map(({ nda, venue_partnership_agreement }, index) => [
    nda - (before[index]?.nda ?? 0),
    venue_partnership_agreement - (before[index]?.venue_partnership_agreement ?? 0),
  ])
  expect(more.slice(7)).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
    [1, 0],
    [0, 0],
  ])
  expect(more.flat().reduce((sum, count) => sum + count)).toBe(4)
})

test('tasks are overdue when their day has passed and they are not completed', async () => {
  const past = new Date(Date.now() - day)
  await createTask(portal, { dueDate: past })
  await createTask(portal, { dueDate: past, status: 'in_progress' })
  await createTask(portal, { dueDate: past, status: 'completed' })
  await createTask(portal, { dueDate: new Date(Date.now() + day) })
  expect((await read()).overdueTasks).toBe(2)
})
