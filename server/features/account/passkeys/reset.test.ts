import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passkeys, recoveryCodes } from '#server/db/schema/account.ts'
import { sessions, users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { addPasskey, signInWithPasskey } from '#test/authenticator.ts'
import { createUser } from '#test/factories.ts'
import { allMailed } from '#test/sign-in-mail.ts'
import { type MailServer, startMailServer } from '#test/smtp.ts'

let mailServer: MailServer
let portal: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  mailServer = await startMailServer()
  portal = await createTestApp({
    settings: { SMTP_URL: mailServer.url, PASSKEYS_REQUIRED: 'on' },
    runsJobs: true,
  })
})
afterAll(async () => {
  await portal.close()
  await mailServer.stop()
})

const resetOf = ({ id }: { id: string }) => `/api/admin/users/${id}/passkeys/reset`

test('an admin resets the passkeys of another user, who sets up a new one after signing in', async () => {
  const admin = await createUser(portal, { role: 'admin' })
  const user = await createUser(portal, { role: 'support' })
  await portal.db
    .update(users)
    .set({ staffSince: sql`now() - interval '30 days'` })
    .where(eq(users.id, user.id))
  const browser = await portal.signIn(user)
  const { authenticator } = await addPasskey(browser)
  await browser.post('/api/account/recovery-codes', undefined)

  const adminBrowser = await portal.signIn(admin)
  expect((await adminBrowser.post(resetOf(user), undefined)).statusCode).toBe(204)
  for (const table of [passkeys, recoveryCodes, sessions]) {
    expect(await portal.db.$count(table, eq(table.userId, user.id))).toBe(0)
  }
  expect((await browser.get('/api/auth/user')).statusCode).toBe(401)
  expect((await signInWithPasskey(portal.visit(), authenticator)).statusCode).toBe(400)
  expect(await auditEventsOf(portal, admin)).toMatchObject([{ action: 'passkey.reset', subjectId: user.id }])
  await allMailed(portal, user.email)
  const mails = mailServer.mails.filter(({ to }) => to?.[0]?.address === user.email)
  const reset = mails.find(({ subject }) => subject === 'Your passkeys were reset')
  expect(reset?.text).toContain('Sign in again to set up a new passkey.')

  const again = await portal.signIn(user)
  expect((await again.get('/api/admin/tasks')).statusCode).toBe(403)
  await addPasskey(again)
  expect((await again.get('/api/admin/tasks')).statusCode).toBe(200)
})

test('nobody resets their own, and support resets none', async () => {
  const admin = await createUser(portal, { role: 'admin' })
  const refused = await (await portal.signIn(admin)).post(resetOf(admin), undefined)
  expect([refused.statusCode, refused.json().message]).toEqual([403, 'You cannot reset your own passkeys.'])
  const support = await createUser(portal, { role: 'support' })
  expect((await (await portal.signIn(support)).post(resetOf(admin), undefined)).statusCode).toBe(403)
})
