import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { rateLimits } from '#server/db/schema/emails.ts'
import { sessions, signInAttempts } from '#server/db/schema/users.ts'
import type { Browser } from '#test/browser.ts'
import { createUser } from '#test/factories.ts'
import { codeIn, tokenIn, validMail } from '#test/sign-in-mail.ts'
import { startMailServer } from '#test/smtp.ts'
import { createTwoApps } from '#test/two-apps.ts'

const mailServer = await startMailServer()
const settings = { SMTP_URL: mailServer.url }
const { first: portal, second, close } = await createTwoApps({ settings, runsJobs: true })
afterAll(async () => {
  await close()
  await mailServer.stop()
})

const ask = (browser: Browser, email: string) => browser.post('/api/sign-in/code', { email })
const redeem = (browser: Browser, code: string) => browser.post('/api/sign-in/redeem', { code })
const open = (browser: Browser, token: string) => browser.post('/api/sign-in/redeem', { token })
const mailsTo = (email: string) => mailServer.mails.filter(({ to }) => to?.[0]?.address === email)
const attemptsOf = (email: string) =>
  portal.db.select().from(signInAttempts).where(sql`lower(email) = ${email.toLowerCase()}`)

let user: Awaited<ReturnType<typeof createUser>>
beforeEach(async () => {
  user = await createUser(portal)
})

describe('of the sign-ins of one account', () => {
  test('only the newest counts: the code and the link of an older one are refused in its own browser', async () => {
    const [older, newer] = [portal.visit(), portal.visit()]
    await ask(older, user.email)
    const olderMail = await mailServer.mailTo(user.email)
    await ask(newer, user.email.toUpperCase())
    const newerMail = await mailServer.mailTo(user.email, 2)
    expect((await redeem(older, codeIn(olderMail))).statusCode).toBe(400)
    expect((await open(older, tokenIn(olderMail))).json().message).toBe(
      'This link has been used or has expired. Request a new one.',
    )
    expect((await redeem(older, codeIn(newerMail))).statusCode).toBe(400)
    expect((await redeem(newer, codeIn(newerMail))).statusCode).toBe(200)
    expect(await portal.db.$count(sessions, eq(sessions.userId, user.id))).toBe(1)
  })

  test('exactly one is left when many browsers ask two servers at once', async () => {
    const browsers = Array.from({ length: 40 }, (_, index) => (index % 2 ? portal : second).visit())
    const responses = await Promise.all(browsers.map((browser) => ask(browser, user.email)))
    expect(responses.every(({ statusCode }) => statusCode === 202)).toBe(true)
    expect(await attemptsOf(user.email)).toHaveLength(1)
    await validMail(portal, mailServer, user.email)
  })

  test('the database itself refuses a second open attempt', async () => {
    const attempt = { email: user.email, expiresAt: new Date(Date.now() + 60_000) }
    await portal.db.insert(signInAttempts).values(attempt)
    const another = { ...attempt, email: user.email.toUpperCase() }
    await expect(portal.db.insert(signInAttempts).values(another)).rejects.toThrow()
  })

  test('a sign-in that completes and one that is requested at the same time never both work', async () => {
    for (let round = 0; round < 10; round++) {
      const person = await createUser(portal)
      const browser = portal.visit()
      await ask(browser, person.email)
      const code = codeIn(await mailServer.mailTo(person.email))
      const [signedIn] = await Promise.all([redeem(browser, code), ask(second.visit(), person.email)])
      const expected = signedIn.statusCode === 200 ? 1 : 0
      expect(await portal.db.$count(sessions, eq(sessions.userId, person.id))).toBe(expected)
      const left = (await attemptsOf(person.email)).filter(({ usedAt }) => usedAt === null)
      expect(left).toHaveLength(1)
    }
  })
})

describe('while strangers ask for codes of an account', () => {
  const stranger = (index: number) => portal.visit(`198.51.100.${index}`)

  test('one network replaces five codes, and its sixth request gets the same response without another email', async () => {
    const responses = []
    for (let count = 0; count < 8; count++) responses.push(await ask(stranger(1), user.email))
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
      new Set(['202 {"minutes":10}']),
    )
    for (const { headers } of responses) expect(String(headers['set-cookie'])).toMatch(/^sign-in=[\w-]{43};/)

    const owner = portal.visit()
    await ask(owner, user.email)
    const mail = await validMail(portal, mailServer, user.email)
    // A request that was replaced before its email went out sends none.
    expect(mailsTo(user.email).length).toBeLessThanOrEqual(6)
    expect((await redeem(owner, codeIn(mail))).statusCode).toBe(200)
  })

  test('from many networks, the owner signs in with the code that was emailed last', async () => {
    for (let count = 0; count < 30; count++) await ask(stranger(100 + count), user.email)
    const owner = portal.visit()
    expect((await ask(owner, user.email)).statusCode).toBe(202)
    // These requests exceed the limit and replace no code.
    for (let count = 0; count < 10; count++) await ask(stranger(150 + count), user.email)
    const newest = await validMail(portal, mailServer, user.email)
    expect(mailsTo(user.email).length).toBeLessThanOrEqual(10)
    expect((await redeem(portal.visit(), codeIn(newest))).statusCode).toBe(400)
    expect((await redeem(owner, codeIn(newest))).statusCode).toBe(200)
    expect((await owner.get('/api/auth/user')).json().email).toBe(user.email)
  })

  test('the link of the code that was emailed last works for the owner, too, and leads where the owner wanted', async () => {
    for (let count = 0; count < 12; count++) await ask(stranger(count), user.email)
    const owner = portal.visit()
    await owner.post('/api/sign-in/code', { email: user.email, returnTo: '/resources' })
    const newest = await validMail(portal, mailServer, user.email)
    expect((await open(owner, tokenIn(newest))).json()).toEqual({ returnTo: '/resources' })
  })

  test('a code that is about to expire is replaced, however many were requested', async () => {
    for (let count = 0; count < 12; count++) await ask(stranger(count), user.email)
    const [before] = await attemptsOf(user.email)
    await portal.db
      .update(signInAttempts)
      .set({ expiresAt: new Date(Date.now() + 60_000) })
      .where(eq(signInAttempts.email, user.email))
    const owner = portal.visit()
    await ask(owner, user.email)
    const [after] = await attemptsOf(user.email)
    expect(after?.id).not.toBe(before?.id)
    expect((await redeem(owner, codeIn(await validMail(portal, mailServer, user.email)))).statusCode).toBe(
      200,
    )
  })

  test('their requests do not use up the share of another network, and stop counting after the time window', async () => {
    for (let count = 0; count < 20; count++) await ask(stranger(1), user.email)
    const [before] = await attemptsOf(user.email)
    await ask(portal.visit(), user.email)
    expect((await attemptsOf(user.email))[0]?.id).not.toBe(before?.id)
    await portal.db.update(rateLimits).set({ expire: Date.now() - 1 })
    const [again] = await attemptsOf(user.email)
    await ask(stranger(1), user.email)
    expect((await attemptsOf(user.email))[0]?.id).not.toBe(again?.id)
  })
})
