import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { startMailServer } from '#test/smtp.ts'
import { sendDueReports } from './actions.ts'

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

const switchOn = async (user: typeof users.$inferSelect) => {
  const browser = await portal.signIn(user)
  expect((await browser.get('/api/user/email-preferences')).json().monthlyReports).toBe(false)
  const response = await browser.put('/api/user/email-preferences', { monthlyReports: true })
  expect(response.json()).toMatchObject({ monthlyReports: true, chatMessages: true })
}
const logsOf = (user: typeof users.$inferSelect) =>
  db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.userId, user.id))

const reader = await createUser(portal, { role: 'support' })
const silent = await createUser(portal, { role: 'support' })
const former = await createUser(portal, { role: 'support' })
const disabled = await createUser(portal, { role: 'support' })
const { user: partner } = await createPartner(portal)
for (const user of [reader, former, disabled, partner]) await switchOn(user)
await db.update(users).set({ role: 'user' }).where(eq(users.id, former.id))
await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, disabled.id))

// In New York, November 1, 2031 at 7 AM is 11:00 UTC.
test('those who want it get one email on the first morning of a month, however many processes send it', async () => {
  await sendDueReports(deps, new Date('2031-11-01T10:59:00Z'))
  expect(await logsOf(reader)).toEqual([])
  await Promise.all([1, 2, 3].map(() => sendDueReports(deps, new Date('2031-11-01T11:00:00Z'))))
  await sendDueReports(deps, new Date('2031-11-02T11:00:00Z'))
  for (const user of [silent, former, disabled, partner]) expect(await logsOf(user)).toEqual([])

  await expect.poll(async () => (await logsOf(reader))[0]?.status).toBe('sent')
  const [email, ...others] = await logsOf(reader)
  expect(others).toEqual([])
  expect(email).toMatchObject({ subject: 'The report for October 2031', type: 'monthly_report' })
  const report = 'https://portal.example.com/admin?tab=overview&from=2031-10-01&to=2031-10-31'
  expect(email?.content?.action?.url).toBe(report)
  expect(email?.content?.items?.map(({ url }) => url)).toContain(`${report}&csv=tasks`)

  // A month later, the reader is no longer staff when the email is sent.
  await db.transaction(async (tx) => {
    await sendDueReports({ ...deps, db: tx as never }, new Date('2031-12-01T12:00:00Z'))
    await tx.update(users).set({ role: 'user' }).where(eq(users.id, reader.id))
  })
  await expect
    .poll(async () => (await logsOf(reader)).map(({ status }) => status).sort())
    .toEqual(['sent', 'skipped'])
  await sendDueReports(deps, new Date('2032-01-01T13:00:00Z'))
  expect(await logsOf(reader)).toHaveLength(2)
})

test('one click in the email switches it off', async () => {
  const again = await createUser(portal, { role: 'admin' })
  await switchOn(again)
  await sendDueReports(deps, new Date('2032-02-01T13:00:00Z'))
  const [email] = await logsOf(again)
  const response = await portal.visit().post(`/unsubscribe?token=${email?.unsubscribeToken}`, {})
  expect(response.statusCode).toBe(200)
  const browser = await portal.signIn(again)
  expect((await browser.get('/api/user/email-preferences')).json().monthlyReports).toBe(false)
})
