import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { partnerGroups } from '#server/db/schema/audience.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser, taskForm } from '#test/factories.ts'
import { followMergedGroups } from '../membership/merged-groups.ts'
import { deleteUnusedGroups } from './data.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const admin = await portal.signIn(await createUser(portal, { role: 'admin' }))

let number = 0
/** Returns the name of a new group, and other spellings of it. */
const newGroup = () => {
  number += 1
  const name = `Côte d’Azur ${number}`
  return {
    name,
    spellings: [`cote d'azur ${number}`, ` CÔTE  D’AZUR\u00a0${number} `, `Cote d’Azur ${number}`],
  }
}
const groupOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]?.partnerGroup

test('a group that is typed in another spelling is the same group, wherever it is typed', async () => {
  const { name, spellings } = newGroup()
  const { user, profile } = await createPartner(portal, { user: { partnerGroup: name } })
  for (const spelling of spellings) {
    const added = await admin.post('/api/admin/users', {
      email: `${crypto.randomUUID()}@group.test`,
      partnerGroup: spelling,
    })
    expect(added.json(), added.body).toMatchObject({ partnerGroup: name })
    const moved = await createUser(portal, { partnerGroup: 'Elsewhere' })
    await admin.put(`/api/admin/users/${moved.id}/partner-group`, { partnerGroup: spelling })
    expect(await groupOf(moved.id)).toBe(name)
    const task = await admin.post('/api/tasks', { ...taskForm, assignedGroup: spelling })
    expect(task.json(), task.body).toMatchObject({ assignedGroup: name })
    const agreement = await admin.post('/api/admin/documents', {
      documentType: 'nda',
      assignedGroup: spelling,
    })
    expect(agreement.json(), agreement.body).toMatchObject({ assignedGroup: name })
    const announced = await admin.post('/api/admin/announcements', {
      title: 'Hours',
      body: 'We close early.',
      assignedPartnerIds: [],
      assignedGroup: spelling,
    })
    expect(announced.json(), announced.body).toMatchObject({ assignedGroup: name })
    const counted = await admin.get(`/api/admin/audience?group=${encodeURIComponent(spelling)}`)
    expect(counted.json()).toMatchObject({ partners: 1 })
    const listed = await admin.get(
      `/api/admin/users-with-partner-status?partnerGroup=${encodeURIComponent(spelling)}&limit=50`,
    )
    expect(listed.json().users.map(({ id }: { id: string }) => id)).toContain(user.id)
  }
  expect(await db.$count(partnerTasks, eq(partnerTasks.partnerId, profile.id))).toBe(3)
  const groups = (await admin.get('/api/admin/partner-groups')).json() as string[]
  expect(groups.filter((group) => group.endsWith(` ${number}`))).toEqual([name])
})

test('creating a group in several spellings at the same moment creates one group', async () => {
  const { name, spellings } = newGroup()
  const added = await Promise.all(
    [name, ...spellings].map((partnerGroup) =>
      admin.post('/api/admin/users', { email: `${crypto.randomUUID()}@group.test`, partnerGroup }),
    ),
  )
  expect(new Set(added.map((response) => response.json().partnerGroup)).size).toBe(1)
})

test('a group that nothing refers to any more is deleted, together with its spelling', async () => {
  const { name, spellings } = newGroup()
  const user = await createUser(portal, { partnerGroup: name })
  await deleteUnusedGroups(db)
  expect(await db.$count(partnerGroups, eq(partnerGroups.name, name))).toBe(1)
  await admin.put(`/api/admin/users/${user.id}/partner-group`, { partnerGroup: null })
  await deleteUnusedGroups(db)
  await admin.put(`/api/admin/users/${user.id}/partner-group`, { partnerGroup: spellings[0] })
  expect(await groupOf(user.id)).toBe(spellings[0])
})

test('partners whose groups were merged by an update get what was shared with the other groups', async () => {
  const { name } = newGroup()
  const former = await createPartner(portal, { user: { partnerGroup: name } })
  await admin.post('/api/tasks', { ...taskForm, assignedGroup: name })
  // The migration that merges groups leaves partners in this state: in the group, but without its task.
  const merged = await createPartner(portal)
  await db.update(users).set({ partnerGroup: name }).where(eq(users.id, merged.user.id))
  await db.execute(sql`update partner_groups set is_to_follow = true where name = ${name}`)
  await followMergedGroups(db)
  for (const { profile } of [former, merged]) {
    expect(await db.$count(partnerTasks, eq(partnerTasks.partnerId, profile.id))).toBe(1)
  }
  expect(await db.$count(partnerGroups, eq(partnerGroups.isToFollow, true))).toBe(0)
})
