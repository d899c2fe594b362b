import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#server/db/schema/audit.ts'
import { sessions, users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import {
  addPasskey,
  confirmWithPasskey,
  createAuthenticator,
  signInWithPasskey,
} from '#test/authenticator.ts'
import type { Browser } from '#test/browser.ts'
import { createUser } from '#test/factories.ts'
import { startProvider } from '#test/oidc.ts'
import { codeIn, otherThan, tokenIn } from '#test/sign-in-mail.ts'
import { startMailServer } from '#test/smtp.ts'

const mailServer = await startMailServer()
const portal = await createTestApp({ settings: { SMTP_URL: mailServer.url }, runsJobs: true })
afterAll(async () => {
  await portal.close()
  await mailServer.stop()
})

type User = Awaited<ReturnType<typeof createUser>>
let user: User
let mails: number
beforeEach(async () => {
  user = await createUser(portal, { firstName: 'Ann', lastName: 'Lee' })
  mails = 0
})

const askedFor = async (browser = portal.visit()) => {
  await browser.post('/api/sign-in/code', { email: user.email })
  mails += 1
  return { browser, mail: await mailServer.mailTo(user.email, mails) }
}
const redeem = async (browser: Browser, body: { code: string } | { token: string }) =>
  (await browser.post('/api/sign-in/redeem', body)).statusCode

/** Waits until a user has this many events, since a job records refusals, and returns them. */
const eventsOf = async (count: number, actor: { id: string } = user, app = portal) => {
  for (;;) {
    const events = await auditEventsOf(app, actor)
    if (events.length >= count) return events
    await delay(50)
  }
}
/** Waits until the jobs that record refusals are done. */
const jobsDone = async (app = portal) => {
  const unfinished = sql`select from pgboss.job where name = 'refused-sign-in' and state in ('created', 'retry', 'active')`
  while ((await app.db.execute(unfinished)).rowCount) await delay(50)
}

const subject = () => ({ subjectId: user.id, subjectName: 'Ann Lee', before: null })
const originOf = ({ address }: Browser) => ({ address, browser: 'Mozilla/5.0 (Test)' })
const sessionIdOf = async ({ id }: { id: string }) =>
  (await portal.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, id)))[0]?.id

describe('the audit log records once', () => {
  test('a sign-in by code and by link, and a sign-out, with browser, address and session', async () => {
    const { browser, mail } = await askedFor()
    expect(await redeem(browser, { code: codeIn(mail) })).toBe(200)
    const sessionId = await sessionIdOf(user)
    const started = {
      action: 'session.signed_in',
      ...subject(),
      after: { method: 'code', sessionId, ...originOf(browser) },
    }
    expect(await eventsOf(1)).toEqual([started])
    await browser.get('/api/logout')
    await browser.get('/api/logout')
    const ended = { reason: 'sign_out', sessionId, ...originOf(browser) }
    expect(await eventsOf(2)).toEqual([started, { action: 'session.signed_out', ...subject(), after: ended }])

    const again = await askedFor()
    expect(await redeem(again.browser, { token: tokenIn(again.mail) })).toBe(200)
    expect((await eventsOf(3))[2]).toMatchObject({
      action: 'session.signed_in',
      after: { method: 'link', ...originOf(again.browser) },
    })
  })

  test('the end of the session that a new sign-in in the same browser replaces', async () => {
    const { browser, mail } = await askedFor()
    await redeem(browser, { code: codeIn(mail) })
    const sessionId = await sessionIdOf(user)
    const { mail: next } = await askedFor(browser)
    await redeem(browser, { code: codeIn(next) })
    const events = await eventsOf(3)
    expect(events.map(({ action }) => action).sort()).toEqual([
      'session.signed_in',
      'session.signed_in',
      'session.signed_out',
    ])
    expect(events.find(({ action }) => action === 'session.signed_out')?.after).toMatchObject({
      reason: 'next_sign_in',
      sessionId,
    })
  })

  test('a wrong code, a link in another browser, and a code of a user who was disabled meanwhile', async () => {
    const { browser, mail } = await askedFor()
    const other = portal.visit()
    expect(await redeem(browser, { code: otherThan(codeIn(mail)) })).toBe(400)
    const refused = (after: object) => ({ action: 'session.sign_in_refused', ...subject(), after })
    const wrongCode = refused({ reason: 'wrong_code', method: 'code', ...originOf(browser) })
    expect(await eventsOf(1)).toEqual([wrongCode])
    expect(await redeem(other, { token: tokenIn(mail) })).toBe(400)
    const otherBrowser = refused({ reason: 'other_browser', method: 'link', ...originOf(other) })
    expect(await eventsOf(2)).toEqual([wrongCode, otherBrowser])

    await portal.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, user.id))
    expect(await redeem(browser, { code: codeIn(mail) })).toBe(403)
    const disabled = refused({ reason: 'disabled', method: 'code', ...originOf(browser) })
    expect(await eventsOf(3)).toEqual([wrongCode, otherBrowser, disabled])
  })

  test('a copied passkey, a forged one, a response to no challenge, and the passkey of a disabled user', async () => {
    const authenticator = createAuthenticator({ counts: true })
    await addPasskey(await portal.signIn(user), authenticator)
    const earlier = await auditEventsOf(portal, user)
    const browser = portal.visit()
    const refuse = async (signIn: ReturnType<typeof signInWithPasskey>) =>
      expect((await signIn).statusCode).toBe(400)
    const refused = (reason: string) => ({
      action: 'session.sign_in_refused',
      ...subject(),
      after: { reason, method: 'passkey', ...originOf(browser) },
    })
    const expected = async (...reasons: string[]) => {
      const events = await eventsOf(earlier.length + reasons.length)
      expect(events.slice(earlier.length)).toEqual(reasons.map(refused))
    }
    await refuse(signInWithPasskey(browser, authenticator, { counter: 1 }))
    await expected('wrong_passkey')
    await refuse(signInWithPasskey(browser, authenticator, { isForged: true }))
    await expected('wrong_passkey', 'wrong_passkey')
    await refuse(signInWithPasskey(browser, authenticator, { challenge: 'x'.repeat(43) }))
    await expected('wrong_passkey', 'wrong_passkey', 'wrong_passkey')
    await portal.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, user.id))
    await refuse(signInWithPasskey(browser, authenticator))
    await expected('wrong_passkey', 'wrong_passkey', 'wrong_passkey', 'disabled')
  })

  test('at most a hundred refusals of an account within a day', async () => {
    const refusal = {
      actorId: user.id,
      actorName: 'Ann Lee',
      actorEmail: user.email,
      actorRole: user.role,
      action: 'session.sign_in_refused',
      subjectName: 'Ann Lee',
    } as const
    const hoursAgo = (hours: number) => sql`now() - make_interval(hours => ${hours})`
    const earlier = Array.from({ length: 99 }, () => ({ ...refusal, at: hoursAgo(23) }))
    await portal.db.insert(auditLog).values([...earlier, { ...refusal, at: hoursAgo(25) }])
    const { browser, mail } = await askedFor()
    for (let tries = 0; tries < 3; tries++) await redeem(browser, { code: otherThan(codeIn(mail)) })
    await jobsDone()
    expect(await eventsOf(101)).toHaveLength(101)
  })
})

test('an unknown passkey, and one that does not confirm a session, leave no event', async () => {
  const signedIn = await portal.signIn(user)
  const { authenticator } = await addPasskey(signedIn)
  const events = await portal.db.$count(auditLog)
  expect((await signInWithPasskey(portal.visit(), createAuthenticator())).statusCode).toBe(400)
  expect((await confirmWithPasskey(signedIn, authenticator, { isForged: true })).statusCode).toBe(400)
  await jobsDone()
  expect(await portal.db.$count(auditLog)).toBe(events)
})

test('a wrong code for an address without an account leaves no event', async () => {
  const browser = portal.visit()
  const email = `${crypto.randomUUID()}@nobody.test`
  await browser.post('/api/sign-in/code', { email })
  await mailServer.mailTo(email)
  const events = await portal.db.$count(auditLog)
  expect(await redeem(browser, { code: 'BCDF-GHJK' })).toBe(400)
  await jobsDone()
  expect(await portal.db.$count(auditLog)).toBe(events)
})

describe('with an OpenID provider, the audit log', () => {
  test('records the sign-in, and its refusal for accounts that exist', async () => {
    const baseUrl = 'http://portal.example.com'
    const provider = await startProvider(baseUrl)
    const app = await createTestApp({
      settings: {
        BASE_URL: baseUrl,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
      },
      runsJobs: true,
    })
    const signIn = async (account: { subject: string; email: string }) => {
      provider.account = { ...account, emailVerified: true }
      const browser = app.visit()
      const begun = await browser.get('/api/login')
      const { pathname, search } = await provider.visit(String(begun.headers.location))
      return (await browser.get(`${pathname}${search}`)).headers.location
    }
    try {
      const known = await createUser(app)
      const account = { subject: 'known', email: known.email }
      expect(await signIn(account)).toBe('/')
      await app.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, known.id))
      expect(await signIn(account)).toBe('/sign-in?error=not_invited')
      const stranger = { subject: 'stranger', email: 'stranger@nobody.test' }
      expect(await signIn(stranger)).toBe('/sign-in?error=not_invited')
      await jobsDone(app)
      expect(await eventsOf(2, known, app)).toMatchObject([
        { action: 'session.signed_in', after: { method: 'provider' } },
        { action: 'session.sign_in_refused', after: { method: 'provider', reason: 'disabled' } },
      ])
      expect(await app.db.$count(auditLog)).toBe(2)
    } finally {
      await app.close()
      await provider.stop()
    }
  })
})
