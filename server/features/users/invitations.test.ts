import { readdir, readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { mailFolder } from '#server/mail/folder.ts'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'

const portal = await createTestApp({ settings: { COMPANY_NAME: 'Example Health' }, runsJobs: true })
afterAll(portal.close)

const soon = { timeout: 20_000 }

const statusOf = async (email: string) => {
  const rows = await portal.db
    .select({ status: emailNotificationLogs.status })
    .from(emailNotificationLogs)
    .where(eq(emailNotificationLogs.recipient, email))
  return rows.map(({ status }) => status)
}

test('a new user gets an email with the company, their email address and the sign-in link', async () => {
  const admin = await createUser(portal, { role: 'admin' })
  const form = { email: 'welcome@example.test' }
  expect((await (await portal.signIn(admin)).post('/api/admin/users', form)).statusCode).toBe(201)
  await expect.poll(() => statusOf(form.email), soon).toEqual(['sent'])
  const folder = mailFolder(portal.deps.settings)
  const [file = ''] = await readdir(folder)
  const mail = (await readFile(`${folder}/${file}`, 'utf8')).replaceAll('=\r\n', '').replaceAll('=\n', '')
  expect(mail).toContain('Subject: Welcome to the Partner Portal')
  for (const part of ['Example Health invited you', 'welcome@example.test', '/api/login']) {
    expect(mail).toContain(part)
  }
})

test('a user who was disabled before the email was sent gets none, and the log gives the reason', async () => {
  const user = await createUser(portal, { disabledAt: new Date() })
  const [log] = await portal.db
    .insert(emailNotificationLogs)
    .values({ recipient: user.email, subject: 'Welcome', type: 'welcome' })
    .returning()
  await portal.deps.jobs.enqueue(portal.db, 'welcome-mail', { userId: user.id, logId: log?.id ?? '' })
  await expect.poll(() => statusOf(user.email), soon).toEqual(['failed'])
})
