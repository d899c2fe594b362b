import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { sharedDocuments } from '#server/db/schema/shared.ts'
import { users } from '#server/db/schema/users.ts'
import { followMembership } from '#server/features/audience/membership/actions.ts'
import { createAnnouncement } from '#test/announcements.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser, taskForm } from '#test/factories.ts'
import { publishDueAnnouncements } from '../publish.ts'

const portal = await createTestApp()
const { db, deps } = portal
afterAll(portal.close)
const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))

const admin = '/api/admin/announcements'
const newGroup = () => `Group ${crypto.randomUUID()}`
const join = async (partnerGroup: string, fullName = 'Ann Birk') => {
  const partner = await createPartner(portal, {
    fullName,
    status: 'completed',
    onPaper: true,
    user: { partnerGroup },
  })
  return { ...partner, browser: await portal.signIn(partner.user) }
}

describe('the figures of an announcement that has ended', () => {
  test('stay the same when partners join, leave and are disabled; partners who joined later are counted separately', async () => {
    const group = newGroup()
    const [ann, ben] = [await join(group, 'Ann Birk'), await join(group, 'Ben Adler')]
    const { id, title } = await createAnnouncement(portal, { title: group, assignedGroup: group })
    await ann.browser.send('POST', `/api/announcements/${id}/read`)
    expect((await staff.send('POST', `${admin}/${id}/end`)).json().readers).toMatchObject({
      partners: 2,
      read: 1,
    })

    await join(group, 'Cid Later')
    await join(group, 'Dan Later')
    await db.update(users).set({ partnerGroup: null }).where(eq(users.id, ben.user.id))
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, ann.user.id))
    expect((await staff.get(`${admin}/${id}`)).json().readers).toEqual({
      partners: 2,
      read: 1,
      joinedLater: 2,
    })
    const [listed] = (await staff.get(`${admin}?search=${encodeURIComponent(title)}`)).json()
    expect(listed.readers).toEqual({ partners: 2, read: 1 })
    const names = (await staff.get(`${admin}/${id}/readers`)).json<{ fullName: string }[]>()
    expect(names.map(({ fullName }) => fullName)).toEqual(['Ann Birk', 'Ben Adler'])

    // With a later end the announcement shows again, and the current audience counts.
    await staff.put(`${admin}/${id}`, { endsAt: new Date(Date.now() + 3_600_000) })
    expect((await staff.get(`${admin}/${id}`)).json()).toMatchObject({
      state: 'active',
      readers: { partners: 2, read: 0 },
    })
  })

  test('are those of its end, even if the job runs later', async () => {
    const group = newGroup()
    const ann = await join(group)
    const endsAt = new Date(Date.now() + 1)
    const { id } = await createAnnouncement(portal, { assignedGroup: group, endsAt })
    await expect.poll(() => Date.now() > endsAt.getTime() + 5).toBe(true)
    await join(group)
    await publishDueAnnouncements(deps)
    expect((await staff.get(`${admin}/${id}`)).json().readers).toEqual({
      partners: 1,
      read: 0,
      joinedLater: 1,
    })
    expect(ann.user.partnerGroup).toBe(group)
  })
})

describe('the figures of tasks and agreements for several partners', () => {
  const joinLater = async (group: string) => {
    const partner = await join(group)
    await db.transaction((tx) => followMembership(tx, null, [partner.profile.id]))
    return partner
  }
  const create = async (assignedGroup: string, dueDate: Date) => {
    const audience = { assignedGroup, assignedPartnerIds: [] }
    const response = await staff.post('/api/tasks', {
      ...taskForm,
      ...audience,
      dueDate: dueDate.toISOString(),
    })
    expect(response.statusCode, response.body).toBe(201)
    return response.json().id as string
  }
  const progressOf = async (id: string) => (await staff.get(`/api/tasks/${id}`)).json().progress
  const tomorrow = new Date(Date.now() + 86_400_000)

  test('count partners who join while a task is open, but not those who join after it was due', async () => {
    const group = newGroup()
    await join(group)
    const id = await create(group, tomorrow)
    await joinLater(group)
    expect(await progressOf(id)).toMatchObject({ partners: 2, pending: 2 })
    const past = await create(group, new Date(Date.now() - 1000))
    await joinLater(group)
    expect(await progressOf(past)).toMatchObject({ partners: 2 })
  })

  test('stay the same once all have completed a task; partners who join then get it, and are counted separately', async () => {
    const group = newGroup()
    await join(group)
    const id = await create(group, tomorrow)
    await db.update(partnerTasks).set({ status: 'completed' }).where(eq(partnerTasks.definitionId, id))
    const late = await joinLater(group)
    expect(await progressOf(id)).toMatchObject({ partners: 1, completed: 1, pending: 0, joinedLater: 1 })
    const own = (await late.browser.get('/api/partner/tasks')).json<{ taskName: string }[]>()
    expect(own).toMatchObject([{ taskName: taskForm.taskName }])
  })

  test('do not count partners who join after an agreement has ended', async () => {
    const group = newGroup()
    await join(group)
    const progressOfAgreement = async (id: string) =>
      (await staff.get(`/api/admin/shared-documents/${id}`)).json().progress
    const give = async (endsOn: string | null) => {
      const documentType = 'venue_partnership_agreement'
      const audience = { assignedGroup: group, assignedPartnerIds: [] }
      const response = await staff.post('/api/admin/documents', { documentType, ...audience })
      expect(response.statusCode, response.body).toBe(201)
      const { id } = response.json()
      await db.update(sharedDocuments).set({ endsOn }).where(eq(sharedDocuments.id, id))
      return id as string
    }
    const [ended, open] = [await give('2020-12-31'), await give(null)]
    await joinLater(group)
    expect(await progressOfAgreement(ended)).toEqual({ partners: 1, signed: 0 })
    expect(await progressOfAgreement(open)).toEqual({ partners: 2, signed: 0 })
  })
})
