import { readdir, readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { mailFolder } from '#server/mail/folder.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
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
  await expect.poll(() => statusOf(user.email), soon).toEqual(['skipped'])
})

describe('a user gets three invitations a day', () => {
  const invite = (browser: Browser, userIds: string[]) =>
    browser.post('/api/admin/users/invitations', { userIds })

  test('and is skipped after that, with the reason, while others are invited', async () => {
    const [often, other, disabled] = [
      await createUser(portal),
      await createUser(portal),
      await createUser(portal, { disabledAt: new Date() }),
    ]
    const browser = await portal.signIn(await createUser(portal, { role: 'support' }))
    for (let count = 0; count < 3; count++) {
      expect((await invite(browser, [often.id])).json()).toEqual({ queued: 1, skipped: 0, limited: 0 })
    }
    const ids = [often.id, other.id, disabled.id]
    expect((await invite(browser, ids)).json()).toEqual({ queued: 1, skipped: 1, limited: 1 })
    expect(await statusOf(often.email)).toHaveLength(3)
    expect(await statusOf(other.email)).toHaveLength(1)

    await portal.db
      .update(emailNotificationLogs)
      .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(emailNotificationLogs.recipient, often.email))
    expect((await invite(browser, [often.id])).json()).toEqual({ queued: 1, skipped: 0, limited: 0 })
  })

  test('and the welcome email counts as one', async () => {
    const browser = await portal.signIn(await createUser(portal, { role: 'admin' }))
    const { id } = (await browser.post('/api/admin/users', { email: 'Thrice@Example.test' })).json()
    const responses = []
    for (let count = 0; count < 3; count++) responses.push((await invite(browser, [id])).json())
    expect(responses.map(({ queued, limited }) => [queued, limited])).toEqual([
      [1, 0],
      [1, 0],
      [0, 1],
    ])
  })

  test('even when many are requested at once on two servers', async () => {
    await using second = await createTestApp({ databaseOf: portal })
    const admin = await createUser(portal, { role: 'admin' })
    const [user, other] = [await createUser(portal), await createUser(portal)]
    const browsers = [await portal.signIn(admin), await second.signIn(admin)]
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        invite(browsers[index % 2] as Browser, index % 3 ? [user.id, other.id] : [other.id, user.id]),
      ),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(202))
    for (const { email } of [user, other]) expect(await statusOf(email)).toHaveLength(3)
  })
})
