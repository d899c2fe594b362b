import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { knownBrowsers, securityAlerts } from '#server/db/schema/account.ts'
import { calendarFeeds } from '#server/db/schema/calendar-feeds.ts'
import { sessions, signInAttempts, users } from '#server/db/schema/users.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { newToken } from '#server/sessions/sessions.ts'
import { createApiToken, tokenClient } from '#test/api-tokens.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import type { Browser } from '#test/browser.ts'
import { createUser } from '#test/factories.ts'
import { allMailed, codeIn, reportTokenIn } from '#test/sign-in-mail.ts'
import { startMailServer } from '#test/smtp.ts'

const mailServer = await startMailServer()
const portal = await createTestApp({ settings: { SMTP_URL: mailServer.url }, runsJobs: true })
afterAll(async () => {
  await portal.close()
  await mailServer.stop()
})

const newBrowser = 'New sign-in to your Partner Portal account'
const usedLink =
  'This link has been used or has expired. To sign out elsewhere, sign in and open Account and security.'

type User = { id: string; email: string }
const mailsTo = ({ email }: { email: string }, subject: string) =>
  mailServer.mails.filter((mail) => mail.to?.[0]?.address === email && mail.subject === subject)
const isIn = async (browser: Browser) => (await browser.get('/api/auth/user')).statusCode === 200
const report = (token: string) => portal.visit().post('/api/account/report', { token })

/** Signs in by an emailed code. */
const signIn = async (user: User, browser = portal.visit()) => {
  const before = mailsTo(user, 'Sign in to the Partner Portal').length
  await browser.post('/api/sign-in/code', { email: user.email })
  await allMailed(portal, user.email)
  const mail = mailsTo(user, 'Sign in to the Partner Portal')[before]
  if (!mail) throw new Error('no sign-in email came')
  const response = await browser.post('/api/sign-in/redeem', { code: codeIn(mail) })
  expect(response.statusCode, response.body).toBe(200)
  await allMailed(portal, user.email)
  return browser
}
/** Creates a user who has signed in twice, and returns the token in the email about the second browser. */
const alerted = async () => {
  const user = await createUser(portal)
  const first = await signIn(user)
  const second = await signIn(user)
  const [mail] = mailsTo(user, newBrowser)
  if (!mail) throw new Error('no email about the browser came')
  return { user, first, second, mail, token: reportTokenIn(mail) }
}

describe('a sign-in', () => {
  test('from a new browser is emailed, with what is known about it', async () => {
    const { mail, second } = await alerted()
    expect(mail.text).toContain(`Network address: ${second.address}`)
    expect(mail.text).toContain('Browser: Unknown browser')
    expect(mail.text).toMatch(/Time: \w+ \d+, \d{4}, \d+:\d\d [AP]M UTC/)
  })

  test('is not emailed the first time, nor from a known browser', async () => {
    const user = await createUser(portal)
    const browser = await signIn(user)
    await browser.get('/api/logout')
    await signIn(user, browser)
    expect(mailsTo(user, newBrowser)).toEqual([])
  })

  test('of another user in a known browser is emailed only to that user', async () => {
    const [one, other] = [await createUser(portal), await createUser(portal, { lastSignInAt: new Date() })]
    const browser = await signIn(one)
    await signIn(other, browser)
    expect(mailsTo(other, newBrowser)).toHaveLength(1)
    expect(mailsTo(one, newBrowser)).toEqual([])
  })

  test('stores only a hash of the browser, and an invented cookie counts as a new browser', async () => {
    const user = await createUser(portal)
    const browser = portal.visit()
    browser.cookies.set('browser', 'made up')
    await signIn(user, browser)
    const rows = await portal.db.select().from(knownBrowsers).where(eq(knownBrowsers.userId, user.id))
    expect(rows).toHaveLength(1)
    expect(browser.cookies.get('browser')).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(rows)).not.toContain(browser.cookies.get('browser'))
  })
})

describe('"This wasn’t me"', () => {
  test('ends all sessions, voids codes and links, forgets the browsers, and works once', async () => {
    const { user, first, second, token } = await alerted()
    const waiting = portal.visit()
    await waiting.post('/api/sign-in/code', { email: user.email })
    await allMailed(portal, user.email)
    const code = codeIn(mailsTo(user, 'Sign in to the Partner Portal').at(-1) as never)

    const response = await report(token)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ ended: 2 })
    for (const browser of [first, second]) expect(await isIn(browser)).toBe(false)
    expect((await waiting.post('/api/sign-in/redeem', { code })).statusCode).toBe(400)
    expect(await portal.db.$count(knownBrowsers, eq(knownBrowsers.userId, user.id))).toBe(0)
    const reported = (await auditEventsOf(portal, user)).filter(({ action }) => action === 'session.reported')
    expect(reported).toMatchObject([{ subjectId: user.id, after: { sessions: 2 } }])

    const again = await report(token)
    expect(again.statusCode).toBe(400)
    expect(again.json()).toEqual({ message: usedLink, code: 'bad_request', fields: { token: usedLink } })
    // The owner can still use the account: they sign in again, and are emailed about the new browser.
    await signIn(user)
    expect(mailsTo(user, newBrowser)).toHaveLength(2)
  })

  test('changes nothing when the link is only opened', async () => {
    const { first, token } = await alerted()
    expect((await portal.visit().get(`/api/account/report?token=${token}`)).statusCode).toBe(404)
    expect(await isIn(first)).toBe(true)
  })

  test('is emailed to the enabled admins', async () => {
    const [admin, disabled] = [
      await createUser(portal, { role: 'admin' }),
      await createUser(portal, { role: 'admin', disabledAt: new Date() }),
    ]
    const { user, token } = await alerted()
    await report(token)
    await allMailed(portal, admin.email)
    const [mail] = mailsTo(admin, 'A sign-in to the Partner Portal was reported')
    expect(mail?.text).toContain(user.email)
    expect(mail?.text).toContain(`/admin?tab=users&search=${encodeURIComponent(user.email)}`)
    expect(mail?.text).not.toContain('#report=')
    expect(mailServer.mails.some(({ to }) => to?.[0]?.address === disabled.email)).toBe(false)
  })

  test('is refused after seven days, and its row is then swept', async () => {
    const { user, token, first } = await alerted()
    await portal.db
      .update(securityAlerts)
      .set({ expiresAt: sql`now()` })
      .where(eq(securityAlerts.userId, user.id))
    expect((await report(token)).json().message).toBe(usedLink)
    expect(await isIn(first)).toBe(true)
    await portal.db
      .update(knownBrowsers)
      .set({ lastSignInAt: sql`now() - interval '401 days'` })
      .where(eq(knownBrowsers.userId, user.id))
    await sweep(portal.deps)
    expect(await portal.db.$count(securityAlerts, eq(securityAlerts.userId, user.id))).toBe(0)
    expect(await portal.db.$count(knownBrowsers, eq(knownBrowsers.userId, user.id))).toBe(0)
  })

  test('ends the sessions once if it is pressed twice at the same time', async () => {
    const { user, token } = await alerted()
    const responses = await Promise.all([report(token), report(token), report(token)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
    const reports = (await auditEventsOf(portal, user)).filter(({ action }) => action === 'session.reported')
    expect(reports).toHaveLength(1)
  })

  test('deletes the calendar’s address, which works without a session', async () => {
    const { user, token } = await alerted()
    const address = newToken()
    await portal.db.insert(calendarFeeds).values({ userId: user.id, token: address })
    expect((await portal.visit().get(`/calendar/${address}.ics`)).statusCode).toBe(200)
    await report(token)
    expect((await portal.visit().get(`/calendar/${address}.ics`)).statusCode).toBe(404)
  })

  test('revokes the API tokens of the last seven days', async () => {
    const { user, token } = await alerted()
    await portal.db.update(users).set({ role: 'admin' }).where(eq(users.id, user.id))
    const [recent, old] = [
      await createApiToken(portal, { createdBy: user.id }),
      await createApiToken(portal, { createdBy: user.id, createdAt: new Date(Date.now() - 8 * 86_400_000) }),
    ]
    const statusOf = async (secret: string) =>
      (await tokenClient(portal, secret).get('/api/admin/stats')).statusCode
    expect(await statusOf(recent.token)).toBe(200)
    expect((await report(token)).statusCode).toBe(200)
    expect(await statusOf(recent.token)).toBe(401)
    expect(await statusOf(old.token)).toBe(200)
    const revoked = (await auditEventsOf(portal, user)).filter(({ action }) => action === 'api_token.revoked')
    expect(revoked).toMatchObject([{ subjectId: recent.id }])
  })

  test('leaves no session behind while sign-ins are under way', async () => {
    const { user, token } = await alerted()
    const thief = portal.visit()
    await thief.post('/api/sign-in/code', { email: user.email })
    await allMailed(portal, user.email)
    const code = codeIn(mailsTo(user, 'Sign in to the Partner Portal').at(-1) as never)
    const [redeemed, reported] = await Promise.all([
      thief.post('/api/sign-in/redeem', { code }),
      report(token),
    ])
    expect(reported.statusCode).toBe(200)
    expect([200, 400]).toContain(redeemed.statusCode)
    expect(await portal.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0)
    expect(await portal.db.$count(signInAttempts, sql`email = ${user.email} and used_at is null`)).toBe(0)
  })

  test('works for a user who was disabled meanwhile, and does not enable them', async () => {
    const { user, token } = await alerted()
    await portal.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, user.id))
    expect((await report(token)).statusCode).toBe(200)
    expect(await portal.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0)
  })
})
