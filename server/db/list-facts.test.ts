import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createDocument, createPartner, createTask, createUser, signedOnPaper } from '#test/factories.ts'
import { refreshPartnerFacts } from './partner-facts.ts'
import { agreementVersions } from './schema/agreement-types.ts'
import { partnerDocuments, partnerProfiles, partnerTasks } from './schema/partners.ts'
import { users } from './schema/users.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

/** Returns the rows of the facts that differ from what the tables say, in either direction. */
const findDifferences = async (facts: 'agreement_facts' | 'task_facts') => {
  const rowsOf = (table: string) => sql`select to_jsonb(fact) as row from ${sql.raw(table)} as fact`
  const [stored, current] = [rowsOf(facts), rowsOf(`current_${facts}`)]
  const { rows } = await db.execute(
    sql`(${stored} except all ${current}) union all (${current} except all ${stored})`,
  )
  return rows
}

const partner = await createPartner(portal, { status: 'profile' })
const manager = await createUser(portal, { role: 'support' })
const add = (values = {}) =>
  createDocument(portal, { partnerId: partner.profile.id, documentType: 'nda', ...values })
const [pending, signed, another] = [await add(), await add(signedOnPaper()), await add(signedOnPaper())]
const [task, deleted] = [
  await createTask(portal, { partnerId: partner.profile.id }),
  await createTask(portal, { partnerId: partner.profile.id }),
]

const changeDocument = (id: string, values: Partial<typeof partnerDocuments.$inferInsert>) =>
  db.update(partnerDocuments).set(values).where(eq(partnerDocuments.id, id))
const changeTask = (id: string, values: Partial<typeof partnerTasks.$inferInsert>) =>
  db.update(partnerTasks).set(values).where(eq(partnerTasks.id, id))
const changeUser = (values: Partial<typeof users.$inferInsert>) =>
  db.update(users).set(values).where(eq(users.id, partner.user.id))
const changeProfile = (values: Partial<typeof partnerProfiles.$inferInsert>) =>
  db.update(partnerProfiles).set(values).where(eq(partnerProfiles.id, partner.profile.id))

// Each change builds on those before it, so they run in this order.
const changes: [string, () => Promise<unknown>][] = [
  ['nothing has happened yet', async () => {}],
  [
    'an agreement was declined',
    () => changeDocument(pending.id, { declinedAt: new Date(), declineReason: 'Too small' }),
  ],
  [
    'an agreement was opened',
    () => changeDocument(pending.id, { openedAt: new Date(), declinedAt: null, declineReason: null }),
  ],
  ['the newest was voided', () => changeDocument(another.id, { voidedAt: new Date(), voidReason: 'Wrong' })],
  ['one has ended', () => changeDocument(signed.id, { endsOn: '2026-01-01' })],
  [
    'those to sign were deleted',
    () => db.delete(partnerDocuments).where(eq(partnerDocuments.status, 'pending')),
  ],
  ['one lasts again', () => changeDocument(signed.id, { endsOn: null })],
  [
    'a newer text was published',
    () =>
      db.execute(sql`insert into ${agreementVersions} (document_type, version, title, missing_message, field_groups, blocks, published_at)
        select document_type, 'newer', title, missing_message, field_groups, blocks, now() + interval '1 minute'
        from ${agreementVersions} where document_type = 'nda' limit 1`),
  ],
  ['the owner is staff', () => changeUser({ role: 'support' })],
  ['the owner is a partner again', () => changeUser({ role: 'user' })],
  ['the owner is in a group', () => changeUser({ partnerGroup: 'Coast' })],
  ['the owner is disabled', () => changeUser({ disabledAt: new Date() })],
  ['the partner has a manager', () => changeProfile({ managerId: manager.id })],
  ['the partner has no manager any more', () => changeProfile({ managerId: null })],
  ['a task is done', () => changeTask(task.id, { status: 'completed' })],
  ['a task has an owner', () => changeTask(task.id, { ownerId: manager.id })],
  ['a task is later', () => changeTask(task.id, { dueDate: new Date('2030-01-01') })],
  ['a task was deleted', () => changeTask(deleted.id, { deletedAt: new Date() })],
  ['a task was restored', () => changeTask(deleted.id, { deletedAt: null })],
  [
    'the partner was deleted',
    () => db.delete(partnerProfiles).where(eq(partnerProfiles.id, partner.profile.id)),
  ],
]

const findAllDifferences = async () => [
  ...(await findDifferences('agreement_facts')),
  ...(await findDifferences('task_facts')),
]

test.each(changes)('the facts of agreements and tasks follow when %s', async (_what, change) => {
  await change()
  expect(await findAllDifferences()).not.toEqual([])
  await refreshPartnerFacts(db)
  expect(await findAllDifferences()).toEqual([])
})
