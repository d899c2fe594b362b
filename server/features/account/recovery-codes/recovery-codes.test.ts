import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatRecoveryCode } from '#contract/account/recovery-code-text.ts'
import { readRecoveryCode } from '#contract/account/recovery-codes.ts'
import { recoveryCodes } from '#server/db/schema/account.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { addPasskey } from '#test/authenticator.ts'
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

const path = '/api/account/recovery-codes'

/** Creates staff after the grace period, with a passkey and recovery codes, and a session that began with an emailed code. */
const createStaff = async () => {
  const user = await createUser(portal, { role: 'support' })
  await portal.db
    .update(users)
    .set({ staffSince: sql`now() - interval '30 days'` })
    .where(eq(users.id, user.id))
  const proven = await portal.signIn(user)
  await addPasskey(proven)
  const created = await proven.post(path, undefined)
  const codes: string[] = created.json().codes
  return { user, proven, codes, browser: await portal.signIn(user) }
}

const works = async (browser: Awaited<ReturnType<typeof createStaff>>['browser']) =>
  (await browser.get('/api/admin/tasks')).statusCode === 200

describe('recovery codes', () => {
  test('are ten codes of 120 bits, and only their hashes are stored', async () => {
    const { user, proven, codes } = await createStaff()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    const rows = await portal.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id))
    for (const { codeHash } of rows) expect(codeHash).toMatch(/^[0-9a-f]{64}$/)
    expect((await proven.get(path)).json()).toEqual({ left: 10, createdAt: expect.any(String) })
  })

  test('open a session instead of the passkey, each code once', async () => {
    const { user, proven, codes, browser } = await createStaff()
    expect(await works(browser)).toBe(false)
    const typed = ` ${codes[3]?.toLowerCase().replaceAll('-', ' ')} `
    expect((await browser.post(`${path}/redeem`, { code: typed })).statusCode).toBe(204)
    expect(await works(browser)).toBe(true)
    expect((await proven.get(path)).json().left).toBe(9)
    await addPasskey(browser)

    const again = await portal.signIn(user)
    const refused = await again.post(`${path}/redeem`, { code: codes[3] })
    expect(refused.json()).toMatchObject({ fields: { code: 'This code is wrong or has been used.' } })
    expect(await works(again)).toBe(false)

    const actions = (await auditEventsOf(portal, user)).map(({ action }) => action)
    expect(actions).toEqual(['passkey.added', 'recovery_code.created', 'recovery_code.used', 'passkey.added'])
    await allMailed(portal, user.email)
    const subjects = mailServer.mails
      .filter(({ to }) => to?.[0]?.address === user.email)
      .map((m) => m.subject)
    expect(subjects).toContain('New recovery codes for your account')
    expect(subjects).toContain('A recovery code was used on your account')
  })

  test('work for only one of two sessions that use the same code at the same time', async () => {
    const { user, codes } = await createStaff()
    const browsers = [await portal.signIn(user), await portal.signIn(user)]
    const responses = await Promise.all(browsers.map((b) => b.post(`${path}/redeem`, { code: codes[0] })))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400])
  })

  test('stop working when new ones are created', async () => {
    const { proven, codes, browser } = await createStaff()
    await proven.post(path, undefined)
    expect((await browser.post(`${path}/redeem`, { code: codes[0] })).statusCode).toBe(400)
  })

  test('are refused with the same message if they are wrong or another user’s, and after too many tries', async () => {
    const [one, other] = [await createStaff(), await createStaff()]
    const responses = []
    for (let tries = 0; tries < 10; tries += 1) {
      const code = tries === 0 ? other.codes[0] : '0000-0000-0000-0000-0000-0000'
      responses.push(await one.browser.post(`${path}/redeem`, { code }))
    }
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect((await one.browser.post(`${path}/redeem`, { code: one.codes[0] })).statusCode).toBe(429)
    expect(await works(one.browser)).toBe(false)
  })

  test('are deleted with the first passkey if they were created before it', async () => {
    const user = await createUser(portal, { role: 'support' })
    const browser = await portal.signIn(user)
    await browser.post(path, undefined)
    await addPasskey(browser)
    expect((await browser.get(path)).json()).toEqual({ left: 0, createdAt: null })
  })
})

test('a recovery code is accepted in the ways that users type it', () => {
  expect(formatRecoveryCode('0123456789ABCDEFGHJKMNPQ')).toBe('0123-4567-89AB-CDEF-GHJK-MNPQ')
  expect(readRecoveryCode('o123-4567 89ab–cdef ghjk mnp')).toBe(undefined)
  expect(readRecoveryCode(' oi23-4567 89ab–cdef ghjk mnpq')).toBe('0123456789ABCDEFGHJKMNPQ')
  expect(readRecoveryCode('0l23456789abcdefghjkmnpq')).toBe('0123456789ABCDEFGHJKMNPQ')
  expect(readRecoveryCode('0123456789ABCDEFGHJKMNPU')).toBe(undefined)
})
