import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { partnerDocuments, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { users } from '#server/db/schema/users.ts'
import { setSigned } from '#server/features/documents/data.ts'
import { lockProfileByUser } from '#server/features/partners/profile/data.ts'
import { lockDueSeries } from '#server/features/task-plans/series/data.ts'
import { createTasksOf } from '#server/features/task-plans/series/due-tasks.ts'
import { updateRows } from '#server/features/tasks/definitions/assigning/data.ts'
import { lockTaskDefinition } from '#server/features/tasks/definitions/data.ts'
import { lockPartner, lockUser } from '#server/features/users/erasure/locks/data.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createTask, createUser, taskForm } from '#test/factories.ts'
import { waitForLockWaits, whileLocked } from '#test/locks.ts'
import { createSeries, createSet, createTemplate } from '#test/plan-rows.ts'
import { followMembership } from './actions.ts'
import { lockMembers } from './data.ts'

// Each test starts two transactions in an order that once deadlocked. Now one waits until the other has ended.
const portal = await createTestApp()
const { db, deps } = portal
afterAll(portal.close)

const browser = await portal.signIn(await createUser(portal, { role: 'admin' }))
const other = await portal.signIn(await createUser(portal, { role: 'admin' }))

let number = 0
const newGroup = () => {
  number += 1
  return `Group ${number}`
}
const inGroup = (partnerGroup: string) => createPartner(portal, { user: { partnerGroup } })

type Partner = Awaited<ReturnType<typeof createPartner>>
const erase = ({ id, email }: Partner['user']) => other.post(`/api/admin/users/${id}/erasure`, { email })

/** Makes the first half of a change of a user's group. */
const leave = async (tx: Parameters<typeof lockMembers>[0], { user }: Partner) => {
  await tx.update(users).set({ partnerGroup: null }).where(eq(users.id, user.id))
  await lockMembers(tx)
}

describe('the erasure of a user', () => {
  test('waits for a change of their group', async () => {
    const partner = await inGroup(newGroup())
    const responses = await whileLocked(
      portal,
      (tx) => tx.execute(sql`lock table audit_log in share mode`),
      async () => {
        const moved = browser.put(`/api/admin/users/${partner.user.id}/partner-group`, { partnerGroup: null })
        await waitForLockWaits(portal, 1)
        const erased = erase(partner.user)
        await waitForLockWaits(portal, 2)
        return { begun: Promise.all([moved, erased]) }
      },
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  test('who is responsible for a task waits for a comment on it', async () => {
    const partner = await inGroup(newGroup())
    const owner = await createUser(portal, { role: 'support' })
    const task = await createTask(portal, { partnerId: partner.profile.id, ownerId: owner.id })
    const erased = await whileLocked(
      portal,
      (tx) => tx.execute(sql`select from partner_tasks where id = ${task.id} for update`),
      async (tx) => {
        const begun = erase(owner)
        await waitForLockWaits(portal, 1)
        // Inserting the notification of a comment takes this lock, since the notification refers to the owner.
        await tx.execute(sql`select from users where id = ${owner.id} for key share`)
        return { begun }
      },
    )
    expect(erased.statusCode, erased.body).toBe(200)
  })

  test('who is responsible for a task for several partners waits for a change of the task', async () => {
    const group = newGroup()
    const partner = await inGroup(group)
    const owner = await createUser(portal, { role: 'support' })
    const form = { ...taskForm, ownerId: owner.id, assignedGroup: group }
    const { id } = (await browser.post('/api/tasks', form)).json()
    const erased = await whileLocked(
      portal,
      (tx) => lockTaskDefinition(tx, id),
      async (tx) => {
        const begun = erase(owner)
        await waitForLockWaits(portal, 1)
        const change = { id, actorId: null, overwritten: ['dueDate' as const] }
        await tx.update(taskDefinitions).set({ dueDate: new Date() }).where(eq(taskDefinitions.id, id))
        expect(await updateRows(tx, change, 10)).toBe(1)
        return { begun }
      },
    )
    expect(erased.statusCode, erased.body).toBe(200)
    expect(await db.$count(partnerTasks, eq(partnerTasks.partnerId, partner.profile.id))).toBe(1)
  })

  test('who is responsible for a recurring task waits for the job that creates its tasks', async () => {
    const owner = await createUser(portal, { role: 'support' })
    const { id } = await createSeries(portal, {
      ownerId: owner.id,
      createdBy: owner.id,
      startsAt: new Date(Date.now() + 86_400_000),
    })
    const erased = await whileLocked(
      portal,
      (tx) => lockDueSeries(tx),
      async (tx) => {
        const series = await lockDueSeries(tx)
        expect(series?.id).toBe(id)
        const begun = erase(owner)
        await waitForLockWaits(portal, 1)
        if (series) await createTasksOf(deps, tx, series)
        return { begun }
      },
    )
    expect(erased.statusCode, erased.body).toBe(200)
  })

  test('does not keep all others from getting a task, a set and an agreement', async () => {
    const group = newGroup()
    const [gone, left] = [await inGroup(group), await inGroup(group)]
    const set = await createSet(portal, {}, [await createTemplate(portal)])
    const responses = await whileLocked(
      portal,
      async (tx) => {
        await lockPartner(tx, gone.user.id)
        await lockUser(tx, gone.user.id)
      },
      async (tx) => {
        const begun = Promise.all([
          browser.post('/api/tasks', { ...taskForm, assignedGroup: group }),
          browser.post(`/api/admin/task-sets/${set.id}/give`, { assignedGroup: group }),
        ])
        await waitForLockWaits(portal, 2)
        await tx.delete(users).where(eq(users.id, gone.user.id))
        return { begun }
      },
    )
    expect(responses.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [201, expect.any(String)],
      [200, expect.any(String)],
    ])
    expect(await db.$count(partnerTasks, eq(partnerTasks.partnerId, left.profile.id))).toBe(2)
    const agreement = await browser.post('/api/admin/documents', {
      documentType: 'nda',
      assignedPartnerIds: [left.profile.id],
    })
    expect(agreement.statusCode, agreement.body).toBe(201)
  })

  test('does not deadlock with the withdrawal of an agreement', async () => {
    const group = newGroup()
    const partner = await inGroup(group)
    const shared = (
      await browser.post('/api/admin/documents', { documentType: 'nda', assignedGroup: group })
    ).json()
    const withdrawn = await whileLocked(
      portal,
      (tx) => lockPartner(tx, partner.user.id),
      async (tx) => {
        const begun = browser.post(`/api/admin/shared-documents/${shared.id}/withdraw`, { reason: 'Not now' })
        await waitForLockWaits(portal, 1)
        await tx.delete(partnerProfiles).where(eq(partnerProfiles.id, partner.profile.id))
        return { begun }
      },
    )
    expect(withdrawn.statusCode, withdrawn.body).toBeLessThan(300)
  })
})

describe('a change of a group', () => {
  test('makes changes of what is shared with the group wait', async () => {
    const group = newGroup()
    const partner = await inGroup(group)
    const task = (await browser.post('/api/tasks', { ...taskForm, assignedGroup: group })).json()
    const agreement = (
      await browser.post('/api/admin/documents', {
        documentType: 'venue_partnership_agreement',
        assignedGroup: group,
      })
    ).json()
    const changes = [
      () => browser.put(`/api/tasks/${task.id}`, { taskName: 'Another name' }),
      () =>
        browser.put(`/api/admin/shared-documents/${agreement.id}`, {
          assignedGroup: group,
          assignedPartnerIds: [],
          appendixA: { eventName: 'Spring weekend' },
          updatedAt: agreement.updatedAt,
        }),
    ]
    const responses = await whileLocked(
      portal,
      (tx) => leave(tx, partner),
      async (tx) => {
        const begun = Promise.all(changes.map((change) => change()))
        await waitForLockWaits(portal, 2)
        await followMembership(tx, null, [partner.profile.id])
        return { begun }
      },
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await db.$count(partnerTasks, eq(partnerTasks.partnerId, partner.profile.id))).toBe(0)
    expect(await db.$count(partnerDocuments, eq(partnerDocuments.partnerId, partner.profile.id))).toBe(2)
  })
})

test('a signature and the withdrawal of the same agreement do not block each other', async () => {
  const group = newGroup()
  const partner = await inGroup(group)
  const shared = (
    await browser.post('/api/admin/documents', { documentType: 'nda', assignedGroup: group })
  ).json()
  const [own] = await db
    .select()
    .from(partnerDocuments)
    .where(eq(partnerDocuments.sharedDocumentId, shared.id))
  await db.transaction(async (tx) => {
    await lockProfileByUser(tx, partner.user.id)
    const withdrawn = await browser.post(`/api/admin/shared-documents/${shared.id}/withdraw`, {
      reason: 'Not now',
    })
    expect(withdrawn.statusCode, withdrawn.body).toBeLessThan(300)
    expect(
      await setSigned(tx, own?.id ?? '', { signedAt: new Date(), signatureData: '{}' }, null),
    ).toBeFalsy()
  })
})
