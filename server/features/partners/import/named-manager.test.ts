import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { chatConversations } from '#server/db/schema/chat.ts'
import { partnerActivities, partnerProfiles } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const browser = await portal.signIn(await createUser(portal, { role: 'admin' }))
const manager = await createUser(portal, { role: 'support', firstName: 'Max', lastName: 'Hill' })
const other = await createUser(portal, { role: 'support', firstName: 'Ida', lastName: 'Lund' })
await createUser(portal, { role: 'support', firstName: 'Pat', lastName: 'Doe' })
await createUser(portal, { role: 'admin', firstName: 'Pat', lastName: 'Doe' })
await createUser(portal, { role: 'support', firstName: 'Former', lastName: 'Staff', disabledAt: new Date() })

const url = '/api/admin/partners/import'
const post = (path: string, lines: string[]) =>
  browser.post(`${url}${path}`, lines.join('\r\n'), { 'content-type': 'text/csv' })
const managerOf = async (email: string) =>
  (await db.select().from(partnerProfiles).where(eq(partnerProfiles.email, email)))[0]?.managerId
const newEmail = () => `${crypto.randomUUID()}@example.test`

test('new partners get the manager that a row names by email or by name', async () => {
  const [byEmail, byName, without] = [newEmail(), newEmail(), newEmail()]
  const imported = await post('', [
    'Business name,Email,Partner manager',
    `A,${byEmail},${manager.email.toUpperCase()}`,
    `B,${byName},ida lund`,
    `C,${without},`,
  ])
  expect(imported.json()).toMatchObject({ partners: 3 })
  expect(await Promise.all([byEmail, byName, without].map(managerOf))).toEqual([manager.id, other.id, null])
})

test('a row that names nobody, several, or somebody who left is refused at its cell', async () => {
  const names = ['Nobody', 'Pat Doe', 'Former Staff']
  const checked = await post('/check', [
    'Business name,Email,Partner manager',
    ...names.map((name) => `A,${newEmail()},${name}`),
  ])
  const unknown = 'No member of staff has this email or name'
  expect(checked.json().rows.map(({ problems }: { problems: unknown }) => problems)).toEqual([
    [{ field: 'managerEmail', message: unknown }],
    [{ field: 'managerEmail', message: 'Several members of staff have this name. Enter an email' }],
    [{ field: 'managerEmail', message: unknown }],
  ])
})

test('a partner gets another manager, and the same one by email or name is no change', async () => {
  const { user, profile } = await createPartner(portal, { managerId: manager.id })
  const row = (name: string) => ['Email,Partner manager', `${user.email},${name}`]
  for (const same of [manager.email, 'Max Hill']) {
    expect((await post('/check', row(same))).json()).toMatchObject({ unchanged: 1, changed: 0 })
  }
  expect((await post('', row('Ida Lund'))).json()).toMatchObject({ changed: 1 })
  expect(await managerOf(user.email)).toBe(other.id)
  const [chat] = await db.select().from(chatConversations).where(eq(chatConversations.partnerId, profile.id))
  expect(chat?.assignedTo).toBe(other.id)
  const activities = await db
    .select()
    .from(partnerActivities)
    .where(eq(partnerActivities.partnerId, profile.id))
  expect(activities.map(({ activityType }) => activityType)).toEqual(['manager_changed'])
  expect(JSON.stringify(activities)).not.toContain(other.email)
})
