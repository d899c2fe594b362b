import { and, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { signInAddresses, signInAttempts, users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { createUser } from '#test/factories.ts'
import { allMailed, codeIn } from '#test/sign-in-mail.ts'
import { startMailServer } from '#test/smtp.ts'

const mailServer = await startMailServer()
const portal = await createTestApp({ settings: { SMTP_URL: mailServer.url }, runsJobs: true })
const user = await createUser(portal)
afterAll(async () => {
  await portal.close()
  await mailServer.stop()
})

const ask = (browser: Browser, email: string) => browser.post('/api/sign-in/code', { email })
const redeem = (browser: Browser, code: string) => browser.post('/api/sign-in/redeem', { code })
const logOf = (recipient: string) =>
  portal.db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.recipient, recipient))

describe('an email address without an active account', () => {
  const stranger = () => `stranger-${crypto.randomUUID()}@example.test`

  test('gets the same status, body and headers as any other address', async () => {
    const known = await ask(portal.visit(), user.email)
    const unknown = await ask(portal.visit(), stranger())
    const disabled = await ask(portal.visit(), (await createUser(portal, { disabledAt: new Date() })).email)
    const shown = ({ statusCode, headers, body }: typeof known) => ({
      statusCode,
      body,
      headers: {
        ...headers,
        // These headers differ between any two responses.
        date: '',
        'x-request-id': '',
        'set-cookie': String(headers['set-cookie']).replace(/=[\w-]{43};/, '=…;'),
      },
    })
    expect(shown(unknown)).toEqual(shown(known))
    expect(shown(disabled)).toEqual(shown(known))
  })

  test.each(['unknown', 'disabled'])(
    '(%s) gets an email that explains this, without a code',
    async (kind) => {
      const email =
        kind === 'unknown' ? stranger() : (await createUser(portal, { disabledAt: new Date() })).email
      const browser = portal.visit()
      await ask(browser, email)
      const mail = await mailServer.mailTo(email)
      expect(mail.subject).toBe('Sign in to the Partner Portal')
      expect(mail.text).toContain("This email address hasn't been invited. Please ask your partner contact.")
      expect(mail.text).not.toMatch(/^.{4}-.{4}$|token/m)
      expect(await logOf(email)).toMatchObject([{ type: 'sign_in_code' }])
      expect((await redeem(browser, 'BCDF-GHJK')).statusCode).toBe(400)
    },
  )

  test.each(['unknown', 'disabled'])('(%s) gets one such email a day, and the same answer', async (kind) => {
    const email =
      kind === 'unknown' ? stranger() : (await createUser(portal, { disabledAt: new Date() })).email
    const mailsOf = () =>
      mailServer.mails.filter(({ to }) => to?.[0]?.address?.toLowerCase() === email.toLowerCase())
    for (const spelled of [email, email, email.toUpperCase(), email]) {
      expect((await ask(portal.visit(), spelled)).statusCode).toBe(202)
      await allMailed(portal, spelled)
    }
    expect(mailsOf()).toHaveLength(1)
    // Skipped emails do not count as failed, so nobody needs to look into them.
    expect(
      [...(await logOf(email)), ...(await logOf(email.toUpperCase()))].map(({ status }) => status).sort(),
    ).toEqual(['sent', 'skipped', 'skipped', 'skipped'])

    await portal.db.update(signInAddresses).set({ noAccountAt: new Date(Date.now() - 25 * 3_600_000) })
    await ask(portal.visit(), email)
    await mailServer.mailTo(email, 2)
  })

  test('gets a code as soon as it has an account', async () => {
    const email = stranger()
    await ask(portal.visit(), email)
    await mailServer.mailTo(email)
    await createUser(portal, { email })
    const browser = portal.visit()
    await ask(browser, email)
    const response = await redeem(browser, codeIn(await mailServer.mailTo(email, 2)))
    expect(response.statusCode).toBe(200)
  })

  test('is stored like any other address, so that checking a code takes as long', async () => {
    const email = stranger()
    await ask(portal.visit(), email)
    await mailServer.mailTo(email)
    const [attempt] = await portal.db.select().from(signInAttempts).where(eq(signInAttempts.email, email))
    expect(attempt).toMatchObject({
      codeHash: expect.stringMatching(/^16\.8\.1:[\w+/=]{24}:[\w+/=]{44}$/),
      tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('gets an account and is signed in where sign-up is allowed', async () => {
    await using open = await createTestApp({
      settings: { SMTP_URL: mailServer.url, ALLOW_SIGN_UP: 'on' },
      runsJobs: true,
    })
    const email = stranger()
    const browser = open.visit()
    await ask(browser, email)
    const code = codeIn(await mailServer.mailTo(email))
    const ofStranger = eq(users.email, email)
    expect(await open.db.$count(users, ofStranger)).toBe(0)
    await redeem(browser, code)
    expect((await browser.get('/api/auth/user')).json().email).toBe(email)
    expect(await open.db.$count(users, and(ofStranger, eq(users.role, 'user')))).toBe(1)
  })

  test('is refused even where sign-up is allowed when its user is disabled', async () => {
    await using open = await createTestApp({
      settings: { SMTP_URL: mailServer.url, ALLOW_SIGN_UP: 'on' },
      runsJobs: true,
    })
    const { email } = await createUser(open, { email: stranger(), disabledAt: new Date() })
    await ask(open.visit(), email.toUpperCase())
    expect((await mailServer.mailTo(email.toUpperCase())).text).toContain("hasn't been invited")
    expect(await open.db.$count(users)).toBe(1)
  })
})
