import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { sessions, signInAttempts, signInBrowsers, users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { databaseText } from '#test/database.ts'
import { createUser } from '#test/factories.ts'
import { codeIn, otherThan, tokenIn } from '#test/sign-in-mail.ts'
import { startMailServer } from '#test/smtp.ts'

const mailServer = await startMailServer()
const portal = await createTestApp({ settings: { SMTP_URL: mailServer.url }, runsJobs: true })
afterAll(async () => {
  await portal.close()
  await mailServer.stop()
})

const wrong = {
  message: 'This code is wrong or has expired.',
  code: 'bad_request',
  fields: { code: 'This code is wrong or has expired.' },
}

const ask = (browser: Browser, email: string, returnTo?: string) =>
  browser.post('/api/sign-in/code', { email, returnTo })

const redeem = (browser: Browser, code: string) => browser.post('/api/sign-in/redeem', { code })

const whoIs = async (browser: Browser) => (await browser.get('/api/auth/user')).json().email

const sessionsOf = ({ id }: { id: string }) => portal.db.$count(sessions, eq(sessions.userId, id))

const logOf = (recipient: string) =>
  portal.db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.recipient, recipient))

let user: Awaited<ReturnType<typeof createUser>>
beforeEach(async () => {
  user = await createUser(portal)
})

/** Returns a browser in which this user has requested a code, and the emailed code. */
const askedFor = async (email = user.email) => {
  const browser = portal.visit()
  await ask(browser, email)
  return { browser, code: codeIn(await mailServer.mailTo(email)) }
}

describe('an emailed code', () => {
  test('signs in the browser that requested it, and leads to the page that was requested', async () => {
    const browser = portal.visit()
    const asked = await ask(browser, user.email, '/resources?category=creative')
    expect(asked.statusCode).toBe(202)
    expect(asked.json()).toEqual({ minutes: 10 })

    const mail = await mailServer.mailTo(user.email)
    expect(mail.subject).toBe('Sign in to the Partner Portal')
    expect(mail.from?.address).toBe(/<(.*)>/.exec(portal.deps.settings.mailFrom)?.[1])
    expect(mail.html).toContain(codeIn(mail))

    const redeemed = await redeem(browser, codeIn(mail))
    expect(redeemed.statusCode).toBe(200)
    expect(redeemed.json()).toEqual({ returnTo: '/resources?category=creative' })
    expect(await whoIs(browser)).toBe(user.email)
    expect(browser.cookies.has('sign-in')).toBe(false)
    const [session] = await portal.db.select().from(sessions).where(eq(sessions.userId, user.id))
    expect(session?.sess.method).toBe('code')
  })

  test('leaves a row in the email log with the status sent', async () => {
    await askedFor()
    // The mail server has the email before it confirms the delivery to the portal.
    await expect
      .poll(() => logOf(user.email), { timeout: 10_000 })
      .toMatchObject([{ status: 'sent', type: 'sign_in_code', error: null, sentAt: expect.any(Date) }])
  })

  test('works in any case of the email, and is sent to the address of the account', async () => {
    const { browser, code } = await askedFor(user.email.toUpperCase())
    await redeem(browser, code)
    expect(await whoIs(browser)).toBe(user.email)
    expect((await mailServer.mailTo(user.email)).to).toMatchObject([{ address: user.email }])
  })

  test.each<[string, (code: string) => string]>([
    ['in two groups', (code) => code],
    ['in one', (code) => code.replace('-', '')],
    ['with a blank, in lower case', (code) => code.replace('-', ' ').toLowerCase()],
    ['with what is beside it in the email', (code) => `Only the newest code works.\n\n${code} \n`],
  ])('is accepted %s', async (_kind, spelled) => {
    const { browser, code } = await askedFor()
    expect(code).toMatch(/^[34679BCDFGHJKMNPQRSTVWXYZ]{4}-[34679BCDFGHJKMNPQRSTVWXYZ]{4}$/)
    expect((await redeem(browser, spelled(code))).statusCode).toBe(200)
  })

  test('leads to pages of this portal only', async () => {
    const browser = portal.visit()
    await ask(browser, user.email, '//evil.example')
    const redeemed = await redeem(browser, codeIn(await mailServer.mailTo(user.email)))
    expect(redeemed.json()).toEqual({ returnTo: '/' })
  })

  test('works once', async () => {
    const { browser, code } = await askedFor()
    const sent = [...browser.cookies]
    expect((await redeem(browser, code)).statusCode).toBe(200)
    const thief = portal.visit()
    for (const [name, value] of sent) thief.cookies.set(name, value)
    expect((await redeem(thief, code)).json()).toEqual(wrong)
    expect(await sessionsOf(user)).toBe(1)
  })

  test('that is used a hundred times at once creates exactly one session', async () => {
    const { browser, code } = await askedFor()
    const cookies = [...browser.cookies]
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => {
        const tab = portal.visit()
        for (const [name, value] of cookies) tab.cookies.set(name, value)
        return redeem(tab, code)
      }),
    )
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(responses.filter(({ statusCode }) => statusCode === 400)).toHaveLength(99)
    expect(await sessionsOf(user)).toBe(1)
  })

  test('is refused in another browser, even if that one has requested a code itself', async () => {
    const { code } = await askedFor()
    expect((await redeem(portal.visit(), code)).json()).toEqual(wrong)
    const other = await askedFor((await createUser(portal)).email)
    expect((await redeem(other.browser, code)).json()).toEqual(wrong)
    expect(await sessionsOf(user)).toBe(0)
  })

  test('is refused after five wrong tries, even when it is right', async () => {
    const { browser, code } = await askedFor()
    for (let tries = 0; tries < 5; tries++) {
      expect((await redeem(browser, otherThan(code))).json()).toEqual(wrong)
    }
    expect((await redeem(browser, code)).json()).toEqual(wrong)
    expect(await sessionsOf(user)).toBe(0)
  })

  test('still works after four wrong tries', async () => {
    const { browser, code } = await askedFor()
    for (let tries = 0; tries < 4; tries++) await redeem(browser, otherThan(code))
    expect((await redeem(browser, code)).statusCode).toBe(200)
  })

  test('allows five tries, even when many are made at once', async () => {
    const { browser, code } = await askedFor()
    await Promise.all(Array.from({ length: 30 }, () => redeem(browser, otherThan(code))))
    const [asking] = await portal.db
      .select({ tries: signInBrowsers.tries })
      .from(signInBrowsers)
      .innerJoin(signInAttempts, eq(signInAttempts.id, signInBrowsers.attemptId))
      .where(eq(signInAttempts.email, user.email))
    expect(asking?.tries).toBe(5)
    expect((await redeem(browser, code)).statusCode).toBe(400)
  })

  test('expires after ten minutes', async () => {
    const { browser, code } = await askedFor()
    const ofUser = eq(signInAttempts.email, user.email)
    const [attempt] = await portal.db.select().from(signInAttempts).where(ofUser)
    const lifetime = (attempt?.expiresAt.getTime() ?? 0) - (attempt?.createdAt.getTime() ?? 0)
    expect(Math.round(lifetime / 60_000)).toBe(10)

    await portal.db
      .update(signInAttempts)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(ofUser)
    expect((await redeem(browser, code)).json()).toEqual(wrong)
    expect(await sessionsOf(user)).toBe(0)
  })

  test('is replaced by a newer one in the same browser', async () => {
    const { browser, code } = await askedFor()
    await ask(browser, user.email)
    const newest = codeIn(await mailServer.mailTo(user.email, 2))
    expect((await redeem(browser, code)).statusCode).toBe(400)
    expect((await redeem(browser, newest)).statusCode).toBe(200)
  })

  test('is refused for a user who was disabled in between', async () => {
    const { browser, code } = await askedFor()
    await portal.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, user.id))
    const response = await redeem(browser, code)
    expect(response.statusCode).toBe(403)
    expect(response.json().message).toBe(
      "This email address hasn't been invited. Please ask your partner contact.",
    )
    expect(await sessionsOf(user)).toBe(0)
  })

  test('is not stored or logged in clear, nor is the token of its link', async () => {
    const { browser, code } = await askedFor()
    const token = tokenIn(await mailServer.mailTo(user.email))
    await redeem(browser, code)
    const session = browser.cookies.get('session') ?? ''
    const stored = `${await databaseText(portal.db)}\n${JSON.stringify(portal.log.lines)}`
    expect(stored).toContain(user.email)
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(code.replace('-', ''))
    expect(stored).not.toContain(token)
    expect(session).toHaveLength(43)
    expect(stored).not.toContain(session)
  })
})

describe('an invalid body is refused', () => {
  test.each<[unknown, string, string]>([
    [{}, 'email', 'Valid email is required'],
    [{ email: '' }, 'email', 'Valid email is required'],
    [{ email: 'ann' }, 'email', 'Valid email is required'],
    [{ email: 'ann@example.test\r\nBcc: eve@evil.example' }, 'email', 'Valid email is required'],
    [{ email: 'ann@example.test', as: 'admin' }, 'as', 'Unknown field'],
  ])('as a request for a code: %j', async (body, field, message) => {
    const response = await portal.visit().post('/api/sign-in/code', body)
    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toEqual({ [field]: message })
  })

  test.each<[unknown, string, string]>([
    [{}, 'code', 'Enter the code'],
    [{ code: '' }, 'code', 'The code has eight letters and digits'],
    [{ code: 'BCDF-GHJ' }, 'code', 'The code has eight letters and digits'],
    [{ code: 'BCDF-GHJKM' }, 'code', 'The code has eight letters and digits'],
    [{ code: 'BCDF-GHJ0' }, 'code', 'This code is wrong or has expired. Send a new one.'],
    [{ code: 'ABCD2345' }, 'code', 'This code is wrong or has expired. Send a new one.'],
    [{ code: 'BCDF-GHJ٣' }, 'code', 'The code has eight letters and digits'],
    [{ code: `${' '.repeat(500)}BCDFGHJK` }, 'code', 'The code has eight letters and digits'],
    [{ code: 'BCDF-GHJK', token: 'x'.repeat(43) }, 'code', 'Enter the code'],
    [{ token: 'x'.repeat(42) }, 'token', 'This link is incomplete'],
  ])('as a code or a link: %j', async (body, field, message) => {
    const response = await portal.visit().post('/api/sign-in/redeem', body)
    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toEqual({ [field]: message })
  })
})

test('codes that are requested at once are emailed at once', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => createUser(portal)))
  await Promise.all(people.map(({ email }) => ask(portal.visit(), email)))
  for (const { email } of people) await mailServer.mailTo(email)
})
