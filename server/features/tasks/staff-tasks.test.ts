import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { sweepUploads } from '#server/features/files/actions.ts'
import { sweepDeletedTasks } from '#server/features/tasks/bulk/actions.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createResource, createTask, createUser, taskForm } from '#test/factories.ts'
import { activitiesOf, activityTypesOf } from '#test/partner-rows.ts'
import { storedFiles } from '#test/stored-files.ts'
import { uploadFile } from '#test/uploads.ts'

const portal = await createTestApp()
afterAll(portal.close)

const rowOf = async (id: string) =>
  (await portal.db.select().from(partnerTasks).where(eq(partnerTasks.id, id)))[0]

const signInStaff = async (role: 'support' | 'admin' = 'support') => {
  const user = await createUser(portal, { role })
  return { user, browser: await portal.signIn(user) }
}

describe.each(['support', 'admin'] as const)('%s', (role) => {
  test('creates a task for a partner, and activity and audit log name the actor', async () => {
    const { user, browser } = await signInStaff(role)
    const partner = await createPartner(portal)
    const response = await browser.post('/api/tasks', { ...taskForm, partnerId: partner.profile.id })
    expect(response.statusCode).toBe(201)
    const task = response.json()
    expect(task).toMatchObject({
      ...taskForm,
      partnerId: partner.profile.id,
      status: 'pending',
      filePath: null,
      createdBy: user.id,
    })
    expect((await (await portal.signIn(partner.user)).get('/api/partner/tasks')).json()).toEqual([
      { ...task, createdBy: null, definitionId: null },
    ])
    expect(await activitiesOf(portal, partner)).toMatchObject([
      { activityType: 'task_created', metadata: { actorId: user.id, taskId: task.id } },
    ])
    expect(await auditEventsOf(portal, user)).toMatchObject([
      {
        action: 'task.created',
        subjectId: task.id,
        subjectName: taskForm.taskName,
        before: null,
        after: { taskName: taskForm.taskName, partnerId: partner.profile.id },
      },
    ])
  })

  test('sees the tasks of one partner, and none for an unknown partner', async () => {
    const { browser } = await signInStaff(role)
    const own = await createTask(portal)
    await createTask(portal)
    const rows = (await browser.get(`/api/admin/partners/${own.partnerId}/tasks`)).json()
    expect(rows.map(({ id }: { id: string }) => id)).toEqual([own.id])
    expect((await browser.get(`/api/admin/partners/${crypto.randomUUID()}/tasks`)).statusCode).toBe(404)
  })

  test('deletes a task', async () => {
    const { user, browser } = await signInStaff(role)
    const task = await createTask(portal)
    expect((await browser.remove(`/api/tasks/${task.id}`)).statusCode).toBe(204)
    expect((await browser.get(`/api/admin/partners/${task.partnerId}/tasks`)).json()).toEqual([])
    expect((await browser.remove(`/api/tasks/${task.id}`)).statusCode).toBe(404)
    expect(await activityTypesOf(portal, { profile: { id: task.partnerId } })).toEqual(['task_deleted'])
    expect(await auditEventsOf(portal, user)).toMatchObject([
      { action: 'task.deleted', before: { taskName: task.taskName }, after: null },
    ])
  })
})

test('missing and wrong fields are named, and no task is created', async () => {
  const { browser } = await signInStaff()
  const { profile } = await createPartner(portal)
  const before = await portal.db.$count(partnerTasks)
  const fieldsOf = async (body: object) => (await browser.post('/api/tasks', body)).json().fields
  expect(await fieldsOf({ partnerId: profile.id })).toEqual({
    taskName: 'Task name is required',
    dueDate: 'Due date is required',
    taskType: 'Task type is required',
  })
  const form = { ...taskForm, partnerId: profile.id }
  expect(await fieldsOf({ ...form, partnerId: crypto.randomUUID() })).toEqual({
    partnerId: 'This partner no longer exists.',
  })
  expect(await fieldsOf({ ...form, filePath: 'x'.repeat(43), fileType: 'txt', fileSize: 5 })).toEqual({
    filePath: 'Upload the file first.',
  })
  expect(await fieldsOf({ ...form, fileType: 'txt', fileSize: 5 })).toEqual({
    filePath: 'Upload the file first.',
  })
  expect(await fieldsOf({ ...form, filePath: 'x'.repeat(43) })).toHaveProperty('filePath')
  expect(await fieldsOf({ ...form, ownerId: profile.userId })).toEqual({
    ownerId: 'This staff member no longer exists.',
  })
  expect(await portal.db.$count(partnerTasks)).toBe(before)
})

describe('an update of a task', () => {
  test('changes the fields that it contains and leaves the others', async () => {
    const { user, browser } = await signInStaff()
    const task = await createTask(portal)
    const change = { taskName: 'Take them down', dueDate: '2049-06-01T10:00:00.000Z' }
    const response = await browser.put(`/api/tasks/${task.id}`, change)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ ...change, taskType: 'physical', status: 'pending' })
    expect(await auditEventsOf(portal, user)).toEqual([
      {
        action: 'task.changed',
        subjectId: task.id,
        subjectName: 'Take them down',
        before: { taskName: task.taskName, dueDate: task.dueDate.toISOString() },
        after: change,
      },
    ])
    expect(await activitiesOf(portal, { profile: { id: task.partnerId } })).toMatchObject([
      { activityType: 'task_changed', metadata: { fields: ['taskName', 'dueDate'] } },
    ])
  })

  test('is refused with an explanation when the task has changed since it was read', async () => {
    const { browser } = await signInStaff()
    const task = await createTask(portal)
    const url = `/api/tasks/${task.id}`
    const seen = task.updatedAt.toISOString()
    const first = await browser.put(url, { taskName: 'First', updatedAt: seen })
    expect(first.statusCode).toBe(200)
    const second = await browser.put(url, { taskName: 'Second', updatedAt: seen })
    expect(second.statusCode).toBe(409)
    expect(second.json().message).toBe(
      'Someone else changed this after you opened it. Reload to see the latest version.',
    )
    expect((await rowOf(task.id))?.taskName).toBe('First')
    const again = await browser.put(url, { taskName: 'Second', updatedAt: first.json().updatedAt })
    expect(again.json().taskName).toBe('Second')
  })

  test('succeeds once when twenty are based on the same state', async () => {
    const { browser } = await signInStaff()
    const task = await createTask(portal)
    const updatedAt = task.updatedAt.toISOString()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        browser.put(`/api/tasks/${task.id}`, { taskName: `Name ${index}`, updatedAt }),
      ),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(409)])
  })

  test('accepts the path of an uploaded file without its type and size', async () => {
    const { browser } = await signInStaff()
    const task = await createTask(portal)
    const file = await uploadFile(browser, 'txt', Buffer.from('Where to hang them'), 'places.txt')
    const response = await browser.put(`/api/tasks/${task.id}`, { filePath: file.filePath })
    expect(response.json()).toMatchObject({ ...file, fileName: 'places.txt' })
  })

  test('sets its instructions and its owner, whom partners do not see', async () => {
    const { user, browser } = await signInStaff()
    const partner = await createPartner(portal)
    const task = await createTask(portal, { partnerId: partner.profile.id })
    const response = await browser.put(`/api/tasks/${task.id}`, {
      instructions: 'At the bar,\nand outside',
      ownerId: user.id,
    })
    expect(response.json()).toMatchObject({
      instructions: 'At the bar,\nand outside',
      owner: { id: user.id, name: expect.any(String) },
    })
    const [event] = await auditEventsOf(portal, user)
    expect(event?.after).toEqual({
      instructions: 'At the bar,\nand outside',
      owner: response.json().owner.name,
    })
    const [seen] = (await (await portal.signIn(partner.user)).get('/api/partner/tasks')).json()
    expect(seen).toMatchObject({ instructions: 'At the bar,\nand outside', owner: null, createdBy: null })
  })

  test('moves it to another partner, and the activity of both records it', async () => {
    const { browser } = await signInStaff()
    const task = await createTask(portal)
    const { profile } = await createPartner(portal)
    const response = await browser.put(`/api/tasks/${task.id}`, { partnerId: profile.id })
    expect(response.json().partnerId).toBe(profile.id)
    expect(await activityTypesOf(portal, { profile: { id: task.partnerId } })).toEqual(['task_moved'])
    expect(await activityTypesOf(portal, { profile })).toEqual(['task_created'])
  })

  test('by a partner is refused for everything except the status', async () => {
    const partner = await createPartner(portal)
    const task = await createTask(portal, { partnerId: partner.profile.id })
    const browser = await portal.signIn(partner.user)
    for (const change of [{ taskName: 'Rest' }, { dueDate: taskForm.dueDate }, { filePath: null }]) {
      const response = await browser.put(`/api/tasks/${task.id}`, { status: 'completed', ...change })
      expect(response.statusCode).toBe(400)
    }
    expect(await rowOf(task.id)).toEqual(task)
  })
})

describe('the file of a task', () => {
  const withFile = async () => {
    const { browser } = await signInStaff()
    const partner = await createPartner(portal, { status: 'completed', onPaper: true })
    const file = await uploadFile(browser, 'txt', Buffer.from('Where to hang them'), 'places.txt')
    const created = await browser.post('/api/tasks', { ...taskForm, partnerId: partner.profile.id, ...file })
    expect(created.statusCode).toBe(201)
    return { browser, partner, file, task: created.json() }
  }

  test('can be opened by staff and by its partner, and is not found for others', async () => {
    const { browser, partner, file, task } = await withFile()
    expect(task).toMatchObject({ ...file, fileName: 'places.txt' })
    const other = await createPartner(portal, { status: 'completed', onPaper: true })
    for (const reader of [browser, await portal.signIn(partner.user)]) {
      const response = await reader.get(`/objects/${task.filePath}`)
      expect(response.body).toBe('Where to hang them')
      expect(response.headers['content-disposition']).toContain('inline')
    }
    expect((await (await portal.signIn(other.user)).get(`/objects/${task.filePath}`)).statusCode).toBe(404)
    expect((await portal.visit().get(`/objects/${task.filePath}`)).statusCode).toBe(401)
  })

  test('remains when an update repeats it, is replaced by another, and is removed by null', async () => {
    const { browser, task } = await withFile()
    const url = `/api/tasks/${task.id}`
    const same = await browser.put(url, { taskName: 'Other', filePath: task.filePath })
    expect(same.json()).toMatchObject({ taskName: 'Other', filePath: task.filePath, fileName: 'places.txt' })
    const file = await uploadFile(browser, 'txt', Buffer.from('New places'), 'new.txt')
    expect((await browser.put(url, file)).json()).toMatchObject({ ...file, fileName: 'new.txt' })
    expect((await browser.get(`/objects/${file.filePath}`)).body).toBe('New places')
    expect((await browser.get(`/objects/${task.filePath}`)).statusCode).toBe(404)
    expect((await browser.put(url, { filePath: null })).json()).toMatchObject({
      filePath: null,
      fileType: null,
    })
    expect((await browser.get(`/objects/${file.filePath}`)).statusCode).toBe(404)
  })

  test('is deleted from the store once it is replaced or removed, or its task can no longer be restored', async () => {
    const { browser, file: first, task } = await withFile()
    const second = await uploadFile(browser, 'txt', Buffer.from('New places'))
    const third = await uploadFile(browser, 'txt', Buffer.from('Newer places'))
    const left = async () => {
      await sweepUploads(portal.deps)
      const stored = (await storedFiles(portal)).join()
      return [first, second, third].map(({ filePath }) => stored.includes(filePath))
    }
    const url = `/api/tasks/${task.id}`
    await browser.put(url, { taskName: 'Other', filePath: first.filePath })
    expect(await left()).toEqual([true, true, true])
    await browser.put(url, second)
    expect(await left()).toEqual([false, true, true])
    await browser.put(url, { filePath: null })
    expect(await left()).toEqual([false, false, true])
    await browser.put(url, third)
    expect((await browser.remove(url)).statusCode).toBe(204)
    expect((await browser.get(`/objects/${third.filePath}`)).statusCode).toBe(404)
    await sweepDeletedTasks(portal.db)
    expect(await left()).toEqual([false, false, true])
    const deletedAt = new Date(Date.now() - 25 * 60 * 60 * 1000)
    await portal.db.update(partnerTasks).set({ deletedAt }).where(eq(partnerTasks.id, task.id))
    await portal.db.update(taskDefinitions).set({ deletedAt }).where(eq(taskDefinitions.id, task.id))
    await sweepDeletedTasks(portal.db)
    expect(await rowOf(task.id)).toBeUndefined()
    expect(await left()).toEqual([false, false, false])
  })

  test('cannot be the upload of another user, or one that is used elsewhere', async () => {
    const { browser, partner, file } = await withFile()
    const { browser: colleague } = await signInStaff()
    const theirs = await uploadFile(colleague, 'txt', Buffer.from('Mine'))
    const resource = await createResource(portal)
    const taken = { filePath: resource.filePath, fileType: 'txt', fileSize: resource.fileSize }
    for (const wrong of [file, theirs, taken]) {
      const response = await browser.post('/api/tasks', {
        ...taskForm,
        partnerId: partner.profile.id,
        ...wrong,
      })
      expect(response.json().fields).toEqual({ filePath: 'Upload the file first.' })
    }
  })
})
