import { and, asc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { notifications } from '#server/db/schema/notifications.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { createObligation } from '#test/obligations.ts'
import { notifyOfWhatIsDue } from '../data.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const manager = await createUser(portal, { role: 'support' })
await createUser(portal, { role: 'admin' })

const titlesOf = async (documentId: string, { id }: { id: string }) => {
  const found = await db
    .select({ title: notifications.title, detail: notifications.detail })
    .from(notifications)
    .where(and(eq(notifications.documentId, documentId), eq(notifications.userId, id)))
    .orderBy(asc(notifications.createdAt), asc(notifications.id))
  expect(JSON.stringify(found)).not.toMatch(/\$|6,?250|625000/)
  return found.map(({ title }) => title)
}

const at = (time: string) => notifyOfWhatIsDue(db, new Date(time))

test('partners are reminded of what they owe, in the morning of the place, and when it is late', async () => {
  const { user, profile } = await createPartner(portal)
  const { user: member } = await createMember(portal, { partnerId: profile.id, canSign: false })
  // Kiritimati is 14 hours ahead of UTC.
  const { documentId } = await createObligation(portal, {
    partnerId: profile.id,
    dueOn: '2031-06-10',
    timeZone: 'Pacific/Kiritimati',
  })
  await at('2031-06-07T17:59:00Z')
  expect(await titlesOf(documentId, user)).toEqual([])
  await Promise.all([at('2031-06-07T18:00:00Z'), at('2031-06-07T18:00:00Z')])
  const name = 'Last day to change the number of guests'
  expect(await titlesOf(documentId, user)).toEqual([`Due in 2 days: ${name}`])
  await at('2031-06-09T18:00:00Z')
  await at('2031-06-10T18:00:00Z')
  expect(await titlesOf(documentId, user)).toEqual([
    `Due in 2 days: ${name}`,
    `Due today: ${name}`,
    `Late: ${name}`,
  ])
  expect(await titlesOf(documentId, member)).toEqual([])
  expect(await titlesOf(documentId, manager)).toEqual([])
})

test('the manager of the partner is reminded of what the company owes, and nothing is late that passes', async () => {
  const { user, profile } = await createPartner(portal, { managerId: manager.id })
  const of = { partnerId: profile.id, owedBy: 'company', timeZone: 'UTC', dueOn: '2031-07-10' } as const
  const { documentId } = await createObligation(portal, { ...of, kind: 'deposit', amountCents: 625_000 })
  await createObligation(portal, { ...of, documentId, kind: 'cancellation' })
  await createObligation(portal, { ...of, documentId, kind: 'balance', status: 'done', amountCents: 1 })
  await createObligation(portal, { ...of, documentId, kind: 'additional_costs' })
  for (const day of ['07', '11', '12']) await at(`2031-07-${day}T08:00:00Z`)
  expect((await titlesOf(documentId, manager)).toSorted()).toEqual([
    `Due in 3 days: Deposit · ${profile.businessName}`,
    `Due in 3 days: Last day to cancel without cost · ${profile.businessName}`,
    `Late: Deposit · ${profile.businessName}`,
  ])
  expect(await titlesOf(documentId, user)).toEqual([])
})
