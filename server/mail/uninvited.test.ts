import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { users } from '#server/db/schema/users.ts'
import { sendDueDigests } from '#server/features/notifications/digest/actions.ts'
import { sendDueNotifications } from '#server/features/notifications/emails/actions.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createTask, createUser, taskForm } from '#test/factories.ts'
import { startMailServer } from '#test/smtp.ts'
import { logQueuedMail } from './data.ts'
import { deliver, deliverSecret } from './deliver.ts'
import type { Mail, Mailer } from './mailer.ts'

const server = await startMailServer()
const portal = await createTestApp({
  settings: { SMTP_URL: server.url, BASE_URL: 'https://portal.example.com', TRUST_PROXY: 'none' },
  runsJobs: true,
})
const { db, deps } = portal
afterAll(async () => {
  await portal.close()
  await server.stop()
})

const staff = await createUser(portal, { role: 'admin' })
const admin = await portal.signIn(staff)

const newPartner = (invitedAt: Date | null = null) =>
  createPartner(portal, { status: 'completed', user: { invitedAt } })
const logOf = ({ id }: { id: string }) =>
  db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.userId, id))
const inSixMinutes = () => new Date(Date.now() + 6 * 60_000)

/** Delivers an email of a type in both ways, to a mailer that collects the emails. */
const deliverBoth = async (user: { email: string }, type: string) => {
  const sent: Mail[] = []
  const mailer: Mailer = { send: async (mail) => void sent.push(mail), close: () => {} }
  const email = { to: user.email, subject: 'Hello', content: { heading: 'Hello', paragraphs: [] } }
  await deliver(
    deps,
    mailer,
    await logQueuedMail(db, { recipient: user.email, subject: 'Hello', type }),
    email,
  )
  await deliverSecret(
    deps,
    mailer,
    await logQueuedMail(db, { recipient: user.email, subject: 'Hello', type }),
    email,
  )
  return sent.length
}

test.each([
  'notifications',
  'task_assigned',
  'reminder',
  'announcement',
  'agreement_signed',
  'chat',
  'weekly_digest',
  'wrong_codes',
  'account_change',
  'a kind that does not exist yet',
])('an email of the type "%s" is not sent to an uninvited user, and the log has the reason', async (type) => {
  const { user } = await newPartner()
  expect(await deliverBoth(user, type)).toBe(0)
  expect((await logOf(user)).map(({ status, error }) => [status, error])).toEqual(
    Array(2).fill(['skipped', 'This user has not been invited to the portal yet.']),
  )
  await db.update(users).set({ lastSignInAt: new Date() }).where(eq(users.id, user.id))
  expect(await deliverBoth(user, type)).toBe(2)
})

test.each(['welcome', 'sign_in_code'])('an email of the type "%s" goes to everybody', async (type) => {
  expect(await deliverBoth((await newPartner()).user, type)).toBe(2)
})

test('an imported partner finds the notifications that were not emailed when they sign in', async () => {
  const group = `Coast ${crypto.randomUUID()}`
  await admin.post('/api/tasks', { ...taskForm, assignedGroup: group })
  const email = `${crypto.randomUUID()}@coast.test`
  const file = [
    'Full name,Email,State,Business name,Main marketing contact,Business website,Group',
    `Ana Ortiz,${email},FL,Harbor Loft,Lee Ortiz,https://harbor.example,${group}`,
  ].join('\n')
  const imported = await admin.post('/api/admin/partners/import', file, { 'content-type': 'text/csv' })
  expect(imported.statusCode, imported.body).toBe(201)
  await sendDueNotifications(deps, inSixMinutes())
  const [user] = await db.select().from(users).where(eq(users.email, email))
  if (!user) throw new Error('no user was imported')
  expect(await logOf(user)).toEqual([])

  const browser = await portal.signIn(user)
  expect(
    (await browser.get('/api/notifications')).json().map(({ title }: { title: string }) => title),
  ).toEqual(['New task: Hang the posters'])
  // The notification stays unsent: signing in does not send old emails.
  await sendDueNotifications(deps, inSixMinutes())
  expect(await logOf(user)).toEqual([])
})

test('no weekly summary is written for a user who was never invited', async () => {
  const [invited, uninvited] = [await newPartner(new Date()), await newPartner()]
  for (const { profile } of [invited, uninvited]) {
    await createTask(portal, { partnerId: profile.id, dueDate: new Date('2049-03-02T12:00:00Z') })
  }
  await sendDueDigests(deps, new Date('2049-03-01T09:00:00Z'))
  expect((await logOf(invited.user)).map(({ type }) => type)).toEqual(['weekly_digest'])
  expect(await logOf(uninvited.user)).toEqual([])
})

test('a partner is invited before staff can remind them', async () => {
  const { user, profile } = await newPartner()
  await createTask(portal, { partnerId: profile.id })
  const remind = () => admin.post(`/api/admin/partners/${profile.id}/remind`, {})
  const refused = await remind()
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'This partner has not been invited yet. Invite them first, in User Management.',
  ])
  const invited = await admin.post('/api/admin/users/invitations', { userIds: [user.id] })
  expect(invited.json()).toMatchObject({ queued: 1 })
  expect((await remind()).statusCode).toBe(202)
  expect((await logOf(user)).map(({ type }) => type).sort()).toEqual(['reminder', 'welcome'])
})
