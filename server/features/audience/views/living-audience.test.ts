import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { SavedView } from '#contract/views.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerDocuments, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { savedViews } from '#server/db/schema/saved-views.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import {
  createPartner,
  createResource,
  createUpload,
  createUser,
  fileOf,
  resourceForm,
  taskForm,
} from '#test/factories.ts'
import { waitForLockWaits, whileLocked } from '#test/locks.ts'
import { createView } from '#test/saved-views.ts'
import { growAudiences } from './actions.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const staff = await createUser(portal, { role: 'support' })
const team = await portal.signIn(staff)
// A word that occurs nowhere else.
const canary = 'Zanzibarview'
const partnerIn = (state: string, status: 'completed' | 'documents' = 'completed') =>
  createPartner(portal, { status, state })
const viewOf = (state: string, name = `${canary} ${crypto.randomUUID()}`) =>
  createView(portal, { ownerId: staff.id, isShared: false, name, filter: { state } })

const succeed = async <Body>(response: ReturnType<Browser['get']>) => {
  const { statusCode, body } = await response
  if (statusCode >= 300) throw new Error(`answered ${statusCode}: ${body}`)
  return (body ? JSON.parse(body) : null) as Body
}
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
const giveTask = (assignedViewId: string) =>
  succeed<{ id: string; progress: object }>(
    team.post('/api/tasks', { ...taskForm, dueDate: tomorrow(), partnerId: null, assignedViewId }),
  )
/** Gives one of each kind to a view. */
const giveAll = async (assignedViewId: string) => {
  const file = fileOf(await createUpload(portal, { userId: staff.id, state: 'registered' }))
  const task = await giveTask(assignedViewId)
  const agreement = await succeed<{ id: string }>(
    team.post('/api/admin/documents', { documentType: 'nda', partnerId: null, assignedViewId }),
  )
  const resource = await succeed<{ id: string }>(
    team.post('/api/resources', { ...resourceForm, ...file, assignedViewId }),
  )
  const news = await succeed<{ id: string }>(
    team.post('/api/admin/announcements', {
      title: 'News',
      body: 'Hello',
      assignedPartnerIds: [],
      assignedGroup: null,
      assignedViewId,
    }),
  )
  return { task, agreement, resource, news }
}
type Given = Awaited<ReturnType<typeof giveAll>>

/** Counts what a partner has of what was given, from the partner's own view. */
const countOwn = async ({ user, profile }: Awaited<ReturnType<typeof partnerIn>>, given: Given) => {
  const browser = await portal.signIn(user)
  const ids = async (url: string) => (await succeed<{ id: string }[]>(browser.get(url))).map(({ id }) => id)
  return {
    tasks: await db.$count(
      partnerTasks,
      and(eq(partnerTasks.partnerId, profile.id), eq(partnerTasks.definitionId, given.task.id)),
    ),
    agreements: await db.$count(
      partnerDocuments,
      and(
        eq(partnerDocuments.partnerId, profile.id),
        eq(partnerDocuments.sharedDocumentId, given.agreement.id),
      ),
    ),
    files: (await ids('/api/resources')).filter((id) => id === given.resource.id).length,
    news: (await ids('/api/announcements')).filter((id) => id === given.news.id).length,
  }
}
const one = { tasks: 1, agreements: 1, files: 1, news: 1 }
const none = { tasks: 0, agreements: 0, files: 0, news: 0 }

test('a view gives what is for it to its partners, later to those who match by then, each once, and takes nothing back', async () => {
  const [first, later, other] = [await partnerIn('FL'), await partnerIn('GA'), await partnerIn('TX')]
  const view = await viewOf('FL')
  const given = await giveAll(view.id)
  expect(given.task.progress).toMatchObject({ partners: 1 })
  expect(await countOwn(first, given)).toEqual(one)
  expect(await countOwn(later, given)).toEqual(none)

  const move = ({ profile }: typeof first, state: string) =>
    db.update(partnerProfiles).set({ state }).where(eq(partnerProfiles.id, profile.id))
  await move(first, 'GA')
  await move(later, 'FL')
  // Two processes run the job of the same minute, and one runs it again.
  await Promise.all([growAudiences(db), growAudiences(db)])
  await growAudiences(db)
  expect(await countOwn(first, given)).toEqual(one)
  expect(await countOwn(later, given)).toEqual(one)
  expect(await countOwn(other, given)).toEqual(none)
  const kinds = async (userId: string) => {
    const rows = await db.select().from(notifications).where(eq(notifications.userId, userId))
    return rows.map(({ kind }) => kind).toSorted()
  }
  expect(await kinds(later.user.id)).toEqual([
    'agreement_waiting',
    'announcement',
    'resource_added',
    'task_assigned',
  ])

  // A form that sends the audience back changes nothing, and neither does a change of a group.
  const { id, ...task } = await succeed<Record<string, unknown>>(
    team.get(`/api/tasks/${given.task.id}?of=all`),
  )
  const { assignedPartnerIds, assignedGroup, assignedViewId } = task
  expect([assignedPartnerIds, assignedGroup, assignedViewId]).toEqual([[], null, view.id])
  const audience = { partnerId: null, assignedPartnerIds, assignedGroup, assignedViewId }
  await succeed(team.put(`/api/tasks/${id}`, { ...audience, taskName: 'Renamed' }))
  await succeed(
    team.put('/api/admin/users/partner-group', { userIds: [first.user.id], partnerGroup: 'Coast' }),
  )
  expect(await countOwn(first, given)).toEqual(one)

  // The view is for staff only.
  const browser = await portal.signIn(later.user)
  for (const url of ['/api/partner/tasks', '/api/partner/documents', '/api/resources', '/api/announcements'])
    expect((await browser.get(url)).body).not.toMatch(new RegExp(`${canary}|${view.id}`))
  const archive = await browser.get('/api/account/data')
  expect(archive.statusCode).toBeLessThan(400)
  expect(archive.body).not.toContain(canary)
})

test('a view without partners is for nobody, and one of a single partner is not a task for one', async () => {
  const view = await viewOf('HI')
  const given = await giveAll(view.id)
  const stranger = await partnerIn('CA')
  expect(given.task.progress).toMatchObject({ partners: 0 })
  expect(await countOwn(stranger, given)).toEqual(none)
  const only = await partnerIn('HI')
  await growAudiences(db)
  expect(await countOwn(only, given)).toEqual(one)
  expect(await countOwn(stranger, given)).toEqual(none)
})

test('what a change or a deletion does is shown before, and then partners keep what they have', async () => {
  const [first, second] = [await partnerIn('ME'), await partnerIn('NH')]
  const view = await viewOf('ME')
  const given = await giveAll(view.id)
  const url = `/api/admin/views/${view.id}`
  const check = (body: object) =>
    succeed<{ uses: number; joining: number; things: { kind: string }[] }>(team.post(`${url}/check`, body))
  expect(await check({ filter: { state: 'NH' } })).toMatchObject({ uses: 4, joining: 1 })
  expect((await check({})).things.map(({ kind }) => kind)).toEqual([
    'agreement',
    'announcement',
    'file',
    'task',
  ])
  expect((await team.put(url, { filter: { state: 'NH' } })).statusCode).toBe(409)
  expect((await team.remove(url)).statusCode).toBe(409)
  // A name changes nothing for partners.
  await succeed(team.put(url, { name: `${canary} north` }))
  await succeed<SavedView>(team.put(url, { filter: { state: 'NH' }, uses: 4 }))
  await growAudiences(db)
  expect(await countOwn(first, given)).toEqual(one)
  expect(await countOwn(second, given)).toEqual(one)

  expect((await team.remove(`${url}?uses=4`)).statusCode).toBe(204)
  const third = await partnerIn('NH')
  await growAudiences(db)
  expect(await countOwn(first, given)).toEqual(one)
  expect(await countOwn(third, given)).toEqual(none)
  // A task for a deleted view can still be changed, but no new task can be for it.
  const audience = { partnerId: null, assignedPartnerIds: [], assignedGroup: null, assignedViewId: view.id }
  await succeed(team.put(`/api/tasks/${given.task.id}`, { ...audience, taskName: 'Kept' }))
  expect((await team.post('/api/tasks', { ...taskForm, ...audience })).json().fields).toEqual({
    assignedViewId: 'This view no longer exists.',
  })
})

test("a colleague's own view cannot be chosen, and a view stands alone", async () => {
  const colleague = await portal.signIn(await createUser(portal, { role: 'support' }))
  const view = await viewOf('WA')
  const form = { ...taskForm, partnerId: null, assignedViewId: view.id }
  expect((await colleague.post('/api/tasks', form)).statusCode).toBe(400)
  expect((await team.post('/api/tasks', { ...form, assignedGroup: 'Coast' })).statusCode).toBe(400)
})

test('a view that is changed while its job runs adds those who match it now', async () => {
  const [former, present] = [await partnerIn('ND'), await partnerIn('SD')]
  const view = await viewOf('WV')
  const file = await createResource(portal, { assignedViewId: view.id, assignedPartnerIds: [view.id] })
  const isView = eq(savedViews.id, view.id)
  await db
    .update(savedViews)
    .set({ filter: { state: 'ND' } })
    .where(isView)
  await whileLocked(
    portal,
    (tx) =>
      tx
        .update(savedViews)
        .set({ filter: { state: 'SD' } })
        .where(isView),
    async () => {
      const begun = growAudiences(db)
      await waitForLockWaits(portal, 1)
      return { begun }
    },
  )
  const [{ audience } = { audience: [] }] = await db
    .select()
    .from(resourceFiles)
    .where(eq(resourceFiles.id, file.id))
  expect(audience).toContain(present.profile.id)
  expect(audience).not.toContain(former.profile.id)
})

test('a view whose stored filter cannot be read stops no other', async () => {
  // The job takes views in the order of their ids.
  const damaged = await createView(portal, {
    id: '00000000-0000-4000-8000-000000000000',
    filter: { formerly: 'known' },
  })
  const view = await viewOf('NM')
  await createResource(portal, { assignedViewId: damaged.id, assignedPartnerIds: [damaged.id] })
  const file = await createResource(portal, { assignedViewId: view.id, assignedPartnerIds: [view.id] })
  const { profile } = await partnerIn('NM')
  await expect(growAudiences(db)).rejects.toThrow(damaged.id)
  const [grown] = await db.select().from(resourceFiles).where(eq(resourceFiles.id, file.id))
  expect(grown?.audience).toContain(profile.id)
  await db.update(savedViews).set({ deletedAt: new Date() }).where(eq(savedViews.id, damaged.id))
})

test('what is for a view stays so when its empty audience is sent back without it, and is for everyone with null', async () => {
  const partner = await partnerIn('WY')
  const view = await viewOf('WY')
  const { task, agreement, resource, news } = await giveAll(view.id)
  const empty = { assignedPartnerIds: [], assignedGroup: null }
  const { title, category } = resourceForm
  const paths: [string, object][] = [
    [`/api/tasks/${task.id}`, { taskName: 'Later', partnerId: null }],
    [`/api/admin/shared-documents/${agreement.id}`, {}],
    [`/api/resources/${resource.id}`, { title, category }],
    [`/api/admin/announcements/${news.id}`, { title: 'Later' }],
  ]
  for (const [path, fields] of paths) {
    const kept = await succeed<object>(team.put(path, { ...fields, ...empty }))
    expect(kept, path).toMatchObject({ ...empty, assignedViewId: view.id })
    const opened = await succeed<object>(team.put(path, { ...fields, ...empty, assignedViewId: null }))
    expect(opened, path).toMatchObject({ ...empty, assignedViewId: null })
  }
  expect(await countOwn(partner, { task, agreement, resource, news })).toEqual(one)
})
