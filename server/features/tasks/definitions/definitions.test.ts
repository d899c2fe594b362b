import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { users } from '#server/db/schema/users.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createTask, createUpload, createUser, fileOf, taskForm } from '#test/factories.ts'
import { activityTypesOf } from '#test/partner-rows.ts'

const portal = await createTestApp({ runsJobs: true })
const { db } = portal
afterAll(portal.close)

const staff = await createUser(portal, { role: 'support' })
const browser = await portal.signIn(staff)

let number = 0
/** Creates a group with some partners, and one partner outside of it. */
const gather = async (size = 2) => {
  number += 1
  const group = `Group ${number}`
  const inGroup = () =>
    createPartner(portal, { status: 'completed', onPaper: true, user: { partnerGroup: group } })
  const members = await Promise.all(Array.from({ length: size }, inGroup))
  const outsider = await createPartner(portal, { status: 'completed', onPaper: true })
  return { group, members, outsider, inGroup }
}
type Partner = Awaited<ReturnType<typeof createPartner>>

const create = async (audience: object, form: object = {}) => {
  const response = await browser.post('/api/tasks', { ...taskForm, ...audience, ...form })
  expect(response.statusCode, response.body).toBe(201)
  return response.json()
}
const tasksOf = async (partner: Partner) => {
  const own = await portal.signIn(partner.user)
  return (await own.get('/api/partner/tasks')).json()
}
const namesOf = async (partner: Partner) =>
  (await tasksOf(partner)).map(({ taskName }: { taskName: string }) => taskName)
const move = ({ user }: Partner, partnerGroup: string | null) =>
  browser.put(`/api/admin/users/${user.id}/partner-group`, { partnerGroup })
const read = async (id: string) => (await browser.get(`/api/tasks/${id}?of=all`)).json()

describe('a task for an audience', () => {
  test('is one task with progress for staff, and a task of their own for each partner in it', async () => {
    const { group, members, outsider } = await gather()
    const task = await create({ assignedGroup: group, assignedPartnerIds: [outsider.profile.id] })
    expect(task).toMatchObject({
      partnerId: null,
      assignedGroup: group,
      assignedPartnerIds: [outsider.profile.id],
      status: 'pending',
      progress: { partners: 3, pending: 3, inProgress: 0, completed: 0, overdue: 0 },
    })
    const [ann, ben] = members as [Partner, Partner]
    const [own] = await tasksOf(ann)
    expect(own).toMatchObject({
      partnerId: ann.profile.id,
      taskName: taskForm.taskName,
      status: 'pending',
      // Partners do not see who else has the task.
      definitionId: null,
      assignedPartnerIds: [],
      assignedGroup: null,
      createdBy: null,
    })
    const annBrowser = await portal.signIn(ann.user)
    expect((await annBrowser.put(`/api/tasks/${own.id}`, { status: 'completed' })).statusCode).toBe(200)
    const [other] = await tasksOf(ben)
    await (await portal.signIn(ben.user)).put(`/api/tasks/${other.id}`, { status: 'in_progress' })
    expect(await read(task.id)).toMatchObject({
      status: 'in_progress',
      progress: { partners: 3, pending: 1, inProgress: 1, completed: 1 },
    })
    const behind = await browser.get(`/api/admin/tasks?definitionId=${task.id}&state=open`)
    expect(
      behind
        .json()
        .map(({ partner }: { partner: { id: string } }) => partner.id)
        .toSorted(),
    ).toEqual([ben.profile.id, outsider.profile.id].toSorted())
    expect(await activityTypesOf(portal, outsider)).toContain('task_created')
    expect((await auditEventsOf(portal, staff)).at(-1)).toMatchObject({ action: 'task.created' })
    // A partner can reach neither the shared task nor the part of another partner.
    expect((await annBrowser.get(`/api/tasks/${other.id}`)).statusCode).toBe(404)
    expect((await annBrowser.put(`/api/tasks/${task.id}`, { status: 'completed' })).statusCode).toBe(404)
  })

  test('for everyone must say so: a form without an audience is refused', async () => {
    for (const wrong of [
      {},
      { assignedPartnerIds: [], assignedGroup: null },
      { partnerId: null },
      { partnerId: null, assignedPartnerIds: [] },
      { partnerId: null, assignedGroup: null },
      { assignedGroup: '' },
      { assignedPartnerIds: ['7'] },
    ]) {
      const response = await browser.post('/api/tasks', { ...taskForm, ...wrong })
      expect(response.statusCode, JSON.stringify(wrong)).toBe(400)
    }
    const gone = { assignedPartnerIds: [crypto.randomUUID()], assignedGroup: null }
    expect((await browser.post('/api/tasks', { ...taskForm, ...gone })).json().fields).toEqual({
      assignedPartnerIds: 'This partner no longer exists.',
    })
    const { outsider } = await gather(0)
    const single = await create({
      partnerId: outsider.profile.id,
      assignedPartnerIds: [],
      assignedGroup: null,
    })
    expect(single).toMatchObject({ partnerId: outsider.profile.id, definitionId: single.id, isShared: false })
    const disabled = await createPartner(portal, { user: { disabledAt: new Date() } })
    const everyone = await create(
      { partnerId: null, assignedPartnerIds: [], assignedGroup: null },
      { taskName: 'For everyone' },
    )
    expect(await namesOf(outsider)).toContain('For everyone')
    const newcomer = await createUser(portal)
    await (await portal.signIn(newcomer)).post('/api/partner/profile', profileOf('New Hall'))
    const own = await (await portal.signIn(newcomer)).get('/api/partner/tasks')
    expect(own.json().map(({ taskName }: { taskName: string }) => taskName)).toEqual(['For everyone'])
    // A disabled partner gets the task once they are enabled.
    const of = eq(partnerTasks.partnerId, disabled.profile.id)
    expect(await db.$count(partnerTasks, of)).toBe(0)
    const admin = await portal.signIn(await createUser(portal, { role: 'admin' }))
    expect((await admin.post(`/api/admin/users/${disabled.user.id}/enable`, {})).statusCode).toBe(200)
    expect(await db.$count(partnerTasks, of)).toBe(1)
    await browser.remove(`/api/tasks/${everyone.id}`)
    expect(await namesOf(outsider)).toEqual([taskForm.taskName])
  })

  test('is given to new members and withdrawn from former ones, except what they have begun', async () => {
    const { group, members, outsider } = await gather()
    const [ann, ben] = members as [Partner, Partner]
    await create({ assignedGroup: group })
    await create(
      { assignedGroup: group },
      { taskName: 'Of last year', dueDate: new Date(Date.now() - 86_400_000).toISOString() },
    )
    const [own] = (await tasksOf(ann)).filter(
      ({ taskName }: { taskName: string }) => taskName !== 'Of last year',
    )
    await (await portal.signIn(ann.user)).put(`/api/tasks/${own.id}`, { status: 'in_progress' })
    const [commented] = (await tasksOf(ben)).filter(
      ({ taskName }: { taskName: string }) => taskName !== 'Of last year',
    )
    await (await portal.signIn(ben.user)).post(`/api/tasks/${commented.id}/comments`, { body: 'Which one?' })

    await move(outsider, group)
    expect(await namesOf(outsider)).toEqual([taskForm.taskName])
    for (const partner of [ann, ben, outsider]) await move(partner, null)
    expect(await namesOf(ann)).toEqual([taskForm.taskName])
    expect(await namesOf(ben)).toEqual([taskForm.taskName])
    expect(await namesOf(outsider)).toEqual([])
    expect(await activityTypesOf(portal, outsider)).toEqual(
      expect.arrayContaining(['task_created', 'task_withdrawn']),
    )
    // The task that the partner had begun is still there, once.
    await move(ann, group)
    expect(await namesOf(ann)).toEqual([taskForm.taskName])
  })

  test('changes for all who have not completed it, and keeps what was set for one partner', async () => {
    const { group, members, outsider } = await gather()
    const [ann, ben] = members as [Partner, Partner]
    const task = await create({ assignedGroup: group })
    const [done] = await tasksOf(ann)
    await (await portal.signIn(ann.user)).put(`/api/tasks/${done.id}`, { status: 'completed' })
    const [open] = await tasksOf(ben)
    const later = '2049-05-01T12:00:00.000Z'
    await browser.put(`/api/tasks/${open.id}`, { dueDate: later, ownerId: staff.id })

    const changed = await browser.put(`/api/tasks/${task.id}`, {
      taskName: 'Hang the new posters',
      assignedPartnerIds: [outsider.profile.id],
      updatedAt: task.updatedAt,
    })
    expect(changed.json(), changed.body).toMatchObject({
      taskName: 'Hang the new posters',
      assignedGroup: group,
      progress: { partners: 3 },
    })
    expect(await namesOf(ann)).toEqual([taskForm.taskName])
    expect(await tasksOf(ben)).toMatchObject([{ taskName: 'Hang the new posters', dueDate: later }])
    expect(await namesOf(outsider)).toEqual(['Hang the new posters'])
    const [row] = await db.select().from(partnerTasks).where(eq(partnerTasks.id, open.id))
    expect(row?.ownerId).toBe(staff.id)

    const stale = await browser.put(`/api/tasks/${task.id}`, { taskName: 'Old', updatedAt: task.updatedAt })
    expect(stale.statusCode).toBe(409)
    const moved = '2049-06-01T12:00:00.000Z'
    await browser.put(`/api/tasks/${task.id}`, { dueDate: moved, assignedGroup: null })
    // A partner who has not begun loses the task when the group is removed.
    expect(await namesOf(ben)).toEqual([])
    expect(await tasksOf(outsider)).toMatchObject([{ dueDate: moved }])
    expect(await namesOf(ann)).toEqual([taskForm.taskName])

    for (const [wrong, field] of [
      [{ taskName: 'Mine' }, 'taskName'],
      [{ partnerId: outsider.profile.id }, 'partnerId'],
    ] as const) {
      expect((await browser.put(`/api/tasks/${done.id}`, wrong)).json().fields).toHaveProperty(field)
    }
    expect(
      (await browser.put(`/api/tasks/${task.id}`, { status: 'completed' })).json().fields,
    ).toHaveProperty('status')
  })

  test('is deleted and restored with the tasks of its partners', async () => {
    const { group, members } = await gather()
    const [ann, ben] = members as [Partner, Partner]
    const task = await create({ assignedGroup: group })
    const [own] = await tasksOf(ann)
    await (await portal.signIn(ann.user)).put(`/api/tasks/${own.id}`, { status: 'completed' })
    const [taken] = await tasksOf(ben)
    expect((await browser.remove(`/api/tasks/${taken.id}`)).statusCode).toBe(204)

    expect((await browser.remove(`/api/tasks/${task.id}`)).statusCode).toBe(204)
    expect(await namesOf(ann)).toEqual([])
    expect((await browser.get(`/api/tasks/${task.id}`)).statusCode).toBe(404)
    await move(await createPartner(portal, { status: 'completed', onPaper: true }), group)
    const restored = await browser.post('/api/tasks/restore', { ids: [task.id] })
    // A partner who has joined since gets the task, too, but not the partner from whom staff had taken it.
    expect(restored.json()).toEqual({ restored: 1 })
    expect(await read(task.id)).toMatchObject({ progress: { partners: 2, completed: 1, pending: 1 } })
    expect(await tasksOf(ann)).toMatchObject([{ id: own.id, status: 'completed' }])
    expect(await namesOf(ben)).toEqual([])

    await browser.remove(`/api/tasks/${task.id}`)
    const old = { deletedAt: new Date(Date.now() - 2 * 86_400_000) }
    await db.update(taskDefinitions).set(old).where(eq(taskDefinitions.id, task.id))
    await db.update(partnerTasks).set(old).where(eq(partnerTasks.definitionId, task.id))
    expect((await browser.post('/api/tasks/restore', { ids: [task.id] })).statusCode).toBe(400)
    await sweep(portal.deps)
    expect(await db.$count(partnerTasks, eq(partnerTasks.definitionId, task.id))).toBe(0)
    expect(await db.$count(taskDefinitions, eq(taskDefinitions.id, task.id))).toBe(0)
  })

  test('can be made from the task of one partner, who keeps what they have done', async () => {
    const { group, members, outsider } = await gather(1)
    const [ann] = members as [Partner]
    const { id } = await createTask(portal, { partnerId: outsider.profile.id, status: 'in_progress' })
    const shared = await browser.put(`/api/tasks/${id}`, { assignedGroup: group, taskName: 'For all' })
    expect(shared.json(), shared.body).toMatchObject({
      partnerId: null,
      assignedGroup: group,
      progress: { partners: 2, inProgress: 1, pending: 1 },
    })
    expect(await tasksOf(outsider)).toMatchObject([{ id, taskName: 'For all', status: 'in_progress' }])
    expect(await namesOf(ann)).toEqual(['For all'])
    // The task and the partner's part keep the same id. The task for several has no status of its own.
    expect(shared.json().id).toBe(id)
    expect(await read(id)).toMatchObject({ taskName: 'For all' })
    expect((await browser.put(`/api/tasks/${id}`, { status: 'completed' })).json().fields).toHaveProperty(
      'status',
    )
    const part = [{ id, status: 'completed' }]
    expect((await browser.post('/api/tasks/bulk', { changes: part })).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ progress: { completed: 1, pending: 1 } })

    // A form that repeats the audience from the response leaves the task with its partner.
    const { id: single } = await createTask(portal, { partnerId: ann.profile.id })
    const echoed = { taskName: 'Still one', assignedPartnerIds: [], assignedGroup: null }
    expect((await browser.put(`/api/tasks/${single}`, echoed)).json()).toMatchObject({
      partnerId: ann.profile.id,
      taskName: 'Still one',
    })
    expect((await browser.put(`/api/tasks/${single}`, { partnerId: null })).statusCode).toBe(400)
  })

  test('of one partner has the id of its part, and stays equal to the part after any change', async () => {
    const { members, outsider } = await gather(1)
    const [ann] = members as [Partner]
    const task = await create({ assignedPartnerIds: [ann.profile.id] }, { status: 'in_progress' })
    expect(task).toMatchObject({ partnerId: ann.profile.id, definitionId: task.id, status: 'in_progress' })
    const definition = async () =>
      (await db.select().from(taskDefinitions).where(eq(taskDefinitions.id, task.id)))[0]
    const url = `/api/tasks/${task.id}`
    const dueDate = '2049-05-01T12:00:00.000Z'
    await browser.put(url, { taskName: 'Hang two posters', partnerId: outsider.profile.id })
    await browser.post('/api/tasks/bulk', { changes: [{ id: task.id, dueDate, ownerId: staff.id }] })
    expect(await definition()).toMatchObject({
      ...{ taskName: 'Hang two posters', dueDate: new Date(dueDate), ownerId: staff.id, isForOne: true },
      assignedPartnerIds: [outsider.profile.id],
    })
    await browser.remove(url)
    expect((await definition())?.deletedAt).not.toBeNull()
    expect((await browser.get('/api/admin/task-definitions?search=two posters')).json()).toEqual([])
    expect((await browser.post('/api/tasks/restore', { ids: [task.id] })).json()).toEqual({ restored: 1 })
    expect((await definition())?.deletedAt).toBeNull()
  })

  test('for several becomes a task for one again when nobody else has it', async () => {
    const { members, outsider } = await gather(1)
    const [ann] = members as [Partner]
    const both = [ann.profile.id, outsider.profile.id]
    const { id } = await create({ partnerId: ann.profile.id })
    const change = async (assignedPartnerIds: string[]) =>
      (await browser.put(`/api/tasks/${id}`, { assignedPartnerIds, assignedGroup: null })).json()
    expect(await change(both)).toMatchObject({ id, partnerId: null, progress: { partners: 2 } })
    expect(await change([ann.profile.id])).toMatchObject({ id, partnerId: ann.profile.id, isShared: false })
    await change(both)
    // A completed part keeps its name, which becomes the name of the task when the task is for this partner alone.
    await browser.post('/api/tasks/bulk', { changes: [{ id, status: 'completed' }] })
    await browser.put(`/api/tasks/${id}`, { taskName: 'Renamed' })
    expect(await change([ann.profile.id])).toMatchObject({
      partnerId: ann.profile.id,
      taskName: taskForm.taskName,
    })
    const isIt = eq(taskDefinitions.id, id)
    expect(await db.select().from(taskDefinitions).where(isIt)).toMatchObject([
      { taskName: taskForm.taskName },
    ])
    await change(both)
    const [begun] = await tasksOf(outsider)
    await (await portal.signIn(outsider.user)).put(`/api/tasks/${begun.id}`, { status: 'in_progress' })
    expect(await change([ann.profile.id])).toMatchObject({ partnerId: null, progress: { partners: 2 } })
  })

  test('for a single disabled partner is created, so that they find it once enabled', async () => {
    const disabled = await createPartner(portal, { user: { disabledAt: new Date() } })
    const { id } = await create({ partnerId: disabled.profile.id })
    expect(await db.$count(partnerTasks, eq(partnerTasks.id, id))).toBe(1)
  })

  test('does not become a task for everyone when its group is removed', async () => {
    const { group } = await gather(1)
    const { id } = await create({ assignedGroup: group })
    const response = await browser.put(`/api/tasks/${id}`, { assignedGroup: null })
    expect([response.statusCode, response.json().fields]).toEqual([400, { partnerId: 'Choose a partner' }])
  })

  test('has a file that each of its partners may open, and nobody else', async () => {
    const { group, members, outsider } = await gather(1)
    const [ann] = members as [Partner]
    const upload = await createUpload(portal, { userId: staff.id, state: 'registered' })
    const task = await create({ assignedGroup: group }, fileOf(upload))
    const open = async ({ user }: Partner) =>
      (await (await portal.signIn(user)).get(`/objects/${upload.objectKey}`)).statusCode
    expect([await open(ann), await open(outsider)]).toEqual([200, 404])
    const [own] = await tasksOf(ann)
    // Staff delete the partner's part, and the file of the task stays.
    await browser.remove(`/api/tasks/${own.id}`)
    await db
      .update(partnerTasks)
      .set({ deletedAt: new Date(0) })
      .where(eq(partnerTasks.id, own.id))
    await sweep(portal.deps)
    expect(await open(ann)).toBe(404)
    expect((await browser.get(`/objects/${upload.objectKey}`)).statusCode).toBe(200)

    const next = await createUpload(portal, { userId: staff.id, state: 'registered' })
    await move(outsider, group)
    await browser.put(`/api/tasks/${task.id}`, fileOf(next))
    expect(await tasksOf(outsider)).toMatchObject([{ filePath: next.objectKey }])
    await move(outsider, null)
    expect((await (await portal.signIn(outsider.user)).get(`/objects/${next.objectKey}`)).statusCode).toBe(
      404,
    )
  })

  test('reaches the partners of a large audience by a job, once each', async () => {
    number += 1
    const group = `Group ${number}`
    const owners = await db
      .insert(users)
      .values(
        Array.from({ length: 250 }, (_, index) => ({
          email: `many-${index}@large.test`,
          partnerGroup: group,
        })),
      )
      .returning({ id: users.id })
    await db.insert(partnerProfiles).values(
      owners.map(({ id }, index) => ({
        userId: id,
        ...profileOf(`Hall ${index}`),
        onboardingStatus: 'completed' as const,
      })),
    )
    const task = await create({ assignedGroup: group })
    await expect
      .poll(async () => (await read(task.id)).progress.partners, { timeout: 20_000, interval: 200 })
      .toBe(250)
    await browser.remove(`/api/tasks/${task.id}`)
    await expect
      .poll(
        async () =>
          (await browser.get(`/api/admin/tasks?definitionId=${task.id}&limit=1`)).headers['x-total-count'],
        { timeout: 20_000, interval: 200 },
      )
      .toBe('0')
  })

  test('reaches everybody who joins while it is created, and nobody who leaves', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { group, members, outsider } = await gather(1)
      const [ann] = members as [Partner]
      const [task] = await Promise.all([
        create({ assignedGroup: group }),
        move(outsider, group),
        move(ann, null),
      ])
      const behind = (await browser.get(`/api/admin/tasks?definitionId=${task.id}`)).json()
      expect(behind.map(({ partnerId }: { partnerId: string }) => partnerId)).toEqual([outsider.profile.id])
    }
  })
})

const profileOf = (businessName: string) => ({
  fullName: 'Dana Whitfield',
  email: 'dana@harborview.example.com',
  state: 'AL',
  businessName,
  mainMarketingContact: 'Robin Vale',
  businessWebsite: 'https://harborview.example.com',
  preferredCommunicationMethod: 'email' as const,
  marketingPreferredCommunicationMethod: 'email' as const,
  marketingContactEmail: 'marketing@harborview.example.com',
})

describe('the list of tasks for several', () => {
  test('is searched, filtered and paged, for staff only', async () => {
    const { group, members } = await gather(1)
    const [ann] = members as [Partner]
    const done = await create({ assignedGroup: group }, { taskName: 'Quokka posters' })
    const open = await create({ assignedGroup: group }, { taskName: 'Quokka flyers' })
    const rows = (await browser.get(`/api/admin/tasks?definitionId=${done.id}`)).json()
    await browser.put(`/api/tasks/${rows[0].id}`, { status: 'completed' })
    const listed = async (query: string) =>
      (await browser.get(`/api/admin/task-definitions?${query}`)).json().map(({ id }: { id: string }) => id)
    expect(await listed('search=quokka')).toEqual([open.id, done.id])
    expect(await listed('search=quokka&state=open')).toEqual([open.id])
    expect(await listed('search=quokka&state=completed')).toEqual([done.id])
    expect(await listed('search=quokka&limit=1&page=2')).toEqual([done.id])
    expect((await (await portal.signIn(ann.user)).get('/api/admin/task-definitions')).statusCode).toBe(403)
    const single = await createTask(portal, { taskName: 'Quokka alone', status: 'in_progress' })
    expect(await listed('search=quokka')).toEqual([single.id, open.id, done.id])
    expect(await listed('search=quokka&shared=only')).toEqual([open.id, done.id])
    const [alone] = (await browser.get('/api/admin/task-definitions?search=alone')).json()
    expect(alone).toMatchObject({ partnerId: single.partnerId, status: 'in_progress', isShared: false })
  })
})
