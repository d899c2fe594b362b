import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { PartnerActivity } from '#contract/partners/activity.ts'
import { addDemoData } from '#server/db/demo/demo-data.ts'
import { partnerActivities } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import {
  activationForm,
  createFolder,
  createPartner,
  createResource,
  createTask,
  createUser,
  taskForm,
} from '#test/factories.ts'
import { activitiesOf, activityTypesOf } from '#test/partner-rows.ts'

const portal = await createTestApp()
afterAll(portal.close)

const admin = await createUser(portal, { role: 'admin', firstName: 'Sue', lastName: 'Ray' })
const staff = await portal.signIn(admin)

const ok = async (response: ReturnType<Browser['get']>) => {
  const { statusCode, body } = await response
  expect(statusCode, body).toBeLessThan(300)
  return body ? JSON.parse(body) : null
}

const newPartner = async () => {
  const partner = await createPartner(portal, { status: 'completed', user: { partnerGroup: 'Coast' } })
  const browser = await portal.signIn(partner.user)
  // Remove the activities that creating the partner recorded.
  await portal.db.delete(partnerActivities).where(eq(partnerActivities.partnerId, partner.profile.id))
  return {
    ...partner,
    browser,
    own: async (query = ''): Promise<PartnerActivity[]> => ok(browser.get(`/api/partner/activities${query}`)),
    forStaff: async (query = ''): Promise<PartnerActivity[]> =>
      ok(staff.get(`/api/admin/partners/${partner.profile.id}/activities${query}`)),
  }
}

const typesOf = (activities: PartnerActivity[]) => activities.map(({ activityType }) => activityType)

describe('the activity of a partner', () => {
  test('lists only their own, the latest first, in pages, and by kind', async () => {
    const [ann, ben] = [await newPartner(), await newPartner()]
    const { id: partnerId } = ann.profile
    const task = await ok(staff.post('/api/tasks', { ...taskForm, partnerId }))
    await ok(staff.post('/api/activations', { ...activationForm, partnerId }))
    await ok(ann.browser.put(`/api/tasks/${task.id}`, { status: 'in_progress' }))

    const all = ['task_status_changed', 'activation_created', 'task_created']
    expect(typesOf(await ann.own())).toEqual(all)
    expect(typesOf(await ann.forStaff())).toEqual(all)
    expect(await ben.own()).toEqual([])
    expect(typesOf(await ann.own('?kind=tasks'))).toEqual(['task_status_changed', 'task_created'])
    expect(typesOf(await ann.forStaff('?kind=activations'))).toEqual(['activation_created'])
    expect(await ann.own('?kind=agreements')).toEqual([])

    const page = await ann.browser.get('/api/partner/activities?kind=tasks&limit=1&page=2')
    expect(typesOf(page.json())).toEqual(['task_created'])
    expect(page.headers['x-total-count']).toBe('2')
    const first = await staff.get(`/api/admin/partners/${partnerId}/activities?kind=tasks&limit=1`)
    expect(first.headers.link).toBe(
      `</api/admin/partners/${partnerId}/activities?kind=tasks&limit=1&page=2>; rel="next"`,
    )
  })

  test('is in the order in which it was recorded, also within a millisecond and across pages', async () => {
    const ann = await newPartner()
    const { id: partnerId } = ann.profile
    const createdAt = new Date()
    const descriptions = Array.from({ length: 25 }, (_, index) => `Entry ${index}`)
    await portal.db.insert(partnerActivities).values(
      descriptions.map((description) => ({
        partnerId,
        activityType: 'profile_updated' as const,
        description,
        createdAt,
      })),
    )
    for (const read of [ann.own, ann.forStaff]) {
      const pages = await Promise.all([1, 2, 3].map((page) => read(`?limit=10&page=${page}`)))
      expect(pages.flat().map(({ description }) => description)).toEqual(descriptions.toReversed())
    }
  })

  test('lists what a change brings about after the change itself', async () => {
    const ann = await newPartner()
    const group = crypto.randomUUID()
    await ok(staff.post('/api/tasks', { ...taskForm, assignedGroup: group }))
    await ok(staff.put(`/api/admin/users/${ann.user.id}/partner-group`, { partnerGroup: group }))
    expect(typesOf(await ann.forStaff())).toEqual(['task_created', 'group_changed'])
    await ok(staff.put(`/api/admin/users/${ann.user.id}/partner-group`, { partnerGroup: null }))
    expect(typesOf(await ann.forStaff('?limit=2'))).toEqual(['task_withdrawn', 'group_changed'])
  })

  test('shows staff the name of the actor, and shows the partner only the team, without ids of staff', async () => {
    const ann = await newPartner()
    const task = await ok(staff.post('/api/tasks', { ...taskForm, partnerId: ann.profile.id }))
    await ok(ann.browser.put(`/api/tasks/${task.id}`, { status: 'in_progress' }))
    await ok(staff.put(`/api/tasks/${task.id}`, { taskName: 'Hang it', ownerId: admin.id }))
    const subject = { kind: 'task', id: task.id }
    expect(await ann.own()).toEqual([
      {
        id: expect.any(String),
        partnerId: ann.profile.id,
        activityType: 'task_changed',
        kind: 'tasks',
        description: 'Task "Hang it" changed',
        metadata: { taskId: task.id, fields: ['taskName'] },
        createdAt: expect.any(String),
        actorName: 'Partner team',
        subject,
      },
      expect.objectContaining({
        actorName: `${ann.user.firstName} ${ann.user.lastName}`,
        metadata: { taskId: task.id, from: 'pending', to: 'in_progress' },
      }),
      expect.objectContaining({ actorName: 'Partner team', metadata: { taskId: task.id } }),
    ])
    const seen = await ann.forStaff('?limit=1&page=2')
    expect(seen).toMatchObject([{ actorName: 'Sue Ray', metadata: { actorId: admin.id } }])
  })

  test('is empty before there is a profile, and refused for wrong kinds, visitors and other partners', async () => {
    const browser = await portal.signIn(await createUser(portal))
    expect(await ok(browser.get('/api/partner/activities?kind=tasks&limit=5'))).toEqual([])
    const ann = await newPartner()
    const url = `/api/admin/partners/${ann.profile.id}/activities`
    for (const query of ['?kind=all', '?kind=', '?kind=tasks&kind=files', '?limit=0', '?type=invited']) {
      expect((await ann.browser.get(`/api/partner/activities${query}`)).statusCode, query).toBe(400)
      expect((await staff.get(`${url}${query}`)).statusCode, query).toBe(400)
    }
    expect((await portal.visit().get('/api/partner/activities')).statusCode).toBe(401)
    expect((await ann.browser.get(url)).statusCode).toBe(403)
    expect((await staff.get(`/api/admin/partners/${crypto.randomUUID()}/activities`)).statusCode).toBe(404)
  })

  test('links to the subject of an entry until that is deleted or no longer theirs', async () => {
    const [ann, ben] = [await newPartner(), await newPartner()]
    const { id: partnerId } = ann.profile
    const task = await ok(staff.post('/api/tasks', { ...taskForm, partnerId }))
    const moved = await ok(staff.post('/api/tasks', { ...taskForm, partnerId }))
    const activation = await ok(staff.post('/api/activations', { ...activationForm, partnerId }))
    const documentType = 'venue_partnership_agreement'
    const document = await ok(staff.post(`/api/admin/partners/${partnerId}/documents`, { documentType }))
    const { id: fileId } = await createResource(portal, { assignedGroup: 'Coast' })
    await ok(ann.browser.post(`/api/resources/${fileId}/download`, undefined))

    const subjects = [
      { kind: 'file', id: fileId },
      { kind: 'agreement', id: document.id },
      { kind: 'activation', id: activation.id },
      { kind: 'task', id: moved.id },
      { kind: 'task', id: task.id },
    ]
    for (const list of [await ann.own(), await ann.forStaff()]) {
      expect(list.map(({ subject }) => subject)).toEqual(subjects)
    }
    // The partner leaves the group of the file. Staff still find the file.
    await ok(staff.put(`/api/admin/users/${ann.user.id}/partner-group`, { partnerGroup: null }))
    expect((await ann.own('?kind=files')).map(({ subject }) => subject)).toEqual([null])
    expect((await ann.forStaff('?kind=files')).map(({ subject }) => subject)).toEqual([subjects[0]])

    await ok(staff.remove(`/api/resources/${fileId}`))
    await ok(staff.post(`/api/admin/documents/${document.id}/withdraw`, { reason: 'By mistake' }))
    await ok(staff.remove(`/api/activations/${activation.id}`))
    await ok(staff.put(`/api/tasks/${moved.id}`, { partnerId: ben.profile.id }))
    await ok(staff.remove(`/api/tasks/${task.id}`))
    for (const list of [await ann.own(), await ann.forStaff()]) {
      expect(list.filter(({ subject }) => subject !== null)).toEqual([])
    }
    expect((await ben.own()).map(({ subject }) => subject)).toEqual([{ kind: 'task', id: moved.id }])
  })

  test('hides groups and owners from the partner, also in the history of a task and for a task for several partners', async () => {
    const ann = await newPartner()
    const task = await createTask(portal, { partnerId: ann.profile.id })
    await ok(staff.put(`/api/tasks/${task.id}`, { ownerId: admin.id }))
    const shared = await ok(staff.post('/api/tasks', { ...taskForm, assignedGroup: 'Coast' }))
    await ok(staff.put(`/api/tasks/${shared.id}`, { ownerId: admin.id }))
    await ok(staff.put(`/api/admin/users/${ann.user.id}/partner-group`, { partnerGroup: null }))

    const types = typesOf(await ann.forStaff())
    expect(types.filter((type) => type === 'task_owner_changed')).toHaveLength(2)
    expect(types).toContain('group_changed')
    expect(types).not.toContain('task_changed')
    expect(typesOf(await ann.own()).toSorted()).toEqual(['task_created', 'task_withdrawn'])
    expect(typesOf(await ann.own('?kind=account'))).toEqual([])
    expect((await ok(ann.browser.get(`/api/tasks/${task.id}`))).history).toEqual([])
    expect(typesOf((await ok(staff.get(`/api/tasks/${task.id}`))).history)).toEqual(['task_owner_changed'])
  })
})

describe('the activity records', () => {
  test('downloads of files, of one within the hour once, and of a folder as one', async () => {
    const ann = await newPartner()
    const folder = await createFolder(portal, { name: 'Posters' })
    const files = [
      await createResource(portal, { title: 'A "big" <b>poster</b>', folderId: folder.id }),
      await createResource(portal, { title: 'Flyer', folderId: folder.id }),
    ]
    const [poster, flyer] = files.map(({ id }) => id)
    const atOnce = [poster, poster, flyer, poster].map((id) =>
      ann.browser.post(`/api/resources/${id}/download`, undefined),
    )
    for (const response of atOnce) await ok(response)
    for (let n = 0; n < 2; n += 1)
      await ok(ann.browser.post(`/api/resource-folders/${folder.id}/download`, undefined))
    await ok(staff.post(`/api/resources/${poster}/download`, undefined))

    const found = await ann.own('?kind=files')
    expect(found.map(({ description }) => description).toSorted()).toEqual([
      '"A "big" <b>poster</b>" downloaded',
      '"Flyer" downloaded',
      'Folder "Posters" downloaded',
    ])
    await portal.db.$client.query(
      `update partner_activities set created_at = created_at - interval '61 minutes' where partner_id = $1`,
      [ann.profile.id],
    )
    await ok(ann.browser.post(`/api/resources/${flyer}/download`, undefined))
    expect(typesOf(await ann.own('?kind=files'))).toHaveLength(4)
    expect(await activityTypesOf(portal, ann)).toHaveLength(4)
  })

  test('what staff do with the account, without addresses, and the partner’s own change of name', async () => {
    const ann = await createPartner(portal)
    const { id, email } = ann.user
    await ok(staff.post('/api/admin/users/invitations', { userIds: [id] }))
    const change = { firstName: 'Anna', lastName: 'Hill', email: `new-${email}` }
    await ok(staff.put(`/api/admin/users/${id}`, { ...change, email }))
    await ok(staff.put(`/api/admin/users/${id}`, change))
    await ok(staff.put(`/api/admin/users/${id}`, { ...change, email }))
    await ok(staff.put(`/api/admin/users/${id}/role`, { role: 'support' }))
    await ok(staff.put(`/api/admin/users/${id}/role`, { role: 'user' }))
    await ok(staff.post(`/api/admin/users/${id}/disable`, undefined))
    await ok(staff.post(`/api/admin/users/${id}/enable`, undefined))
    const browser = await portal.signIn(ann.user)
    await ok(browser.put('/api/account/profile', { firstName: 'Ann', lastName: 'Hill', timeZone: null }))
    await ok(browser.put('/api/account/profile', { firstName: 'Ann', lastName: 'Hill', timeZone: 'UTC' }))

    const expected = [
      'Name changed',
      'Account enabled',
      'Account disabled',
      'Role changed to User',
      'Role changed to Support',
      'Email address changed',
      'Email address changed',
      'Name changed',
      'Invitation emailed',
    ]
    const own: PartnerActivity[] = await ok(browser.get('/api/partner/activities'))
    expect(own.map(({ description }) => description)).toEqual(expected)
    expect(own.map(({ actorName }) => actorName)).toEqual([
      'Ann Hill',
      ...expected.slice(1).map(() => 'Partner team'),
    ])
    const stored = JSON.stringify(await activitiesOf(portal, ann))
    expect(stored).not.toContain('@')
    // An invitation of a user who is not a partner records no activity and does not fail.
    const invited = await createUser(portal)
    await ok(staff.post('/api/admin/users/invitations', { userIds: [invited.id] }))
  })

  test('the first sign-in, and no other', async () => {
    await using demo = await createTestApp({ settings: { DEMO: 'on' } })
    await addDemoData(demo.db, demo.deps.settings, demo.deps.store)
    const { rows } = await demo.db.$client.query(
      `update users set last_sign_in_at = null where email = 'pending@demo.test'
       returning (select id from partner_profiles where user_id = users.id) as id`,
    )
    const profile = { id: String(rows[0].id) }
    const signIn = async () => {
      const browser = demo.visit()
      expect((await browser.get('/api/login?as=pending@demo.test')).statusCode).toBe(302)
      return browser
    }
    const count = async () =>
      (await activityTypesOf(demo, { profile })).filter((type) => type === 'first_signed_in').length
    const before = await count()
    await Promise.all([signIn(), signIn()])
    const browser = await signIn()
    expect(await count()).toBe(before + 1)
    const [own] = await ok(browser.get('/api/partner/activities?kind=account&limit=1'))
    expect(own).toMatchObject({ activityType: 'first_signed_in', actorName: 'Peter Lang' })
  })
})
