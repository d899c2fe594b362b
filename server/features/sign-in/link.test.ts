import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sessions, signInAttempts, users } from '#server/db/schema/users.ts'
import { recordSignIn } from '#server/sessions/data.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { createUser } from '#test/factories.ts'
import { codeIn, linkIn, tokenIn } from '#test/sign-in-mail.ts'
import { startMailServer } from '#test/smtp.ts'
import { ensureAdmin } from './actions.ts'

const mailServer = await startMailServer()
const portal = await createTestApp({
  settings: { SMTP_URL: mailServer.url, BASE_URL: 'http://portal.example.com' },
  runsJobs: true,
  withClient: true,
})
afterAll(async () => {
  await portal.close()
  await mailServer.stop()
})

const gone = 'This link has been used or has expired. Request a new one.'
const elsewhere = 'Open this link in the browser where you requested it, or enter the code there.'

const open = (browser: Browser, token: string) => browser.post('/api/sign-in/redeem', { token })
const sessionsOf = ({ id }: { id: string }) => portal.db.$count(sessions, eq(sessions.userId, id))

let user: Awaited<ReturnType<typeof createUser>>
beforeEach(async () => {
  user = await createUser(portal)
})

const askedFor = async () => {
  const browser = portal.visit()
  await browser.post('/api/sign-in/code', { email: user.email, returnTo: '/welcome' })
  const mail = await mailServer.mailTo(user.email)
  return { browser, mail, token: tokenIn(mail) }
}

describe('an emailed link', () => {
  test('leads to the sign-in page, with the token in the fragment that servers do not see', async () => {
    const { mail, token } = await askedFor()
    expect(linkIn(mail)).toBe(`http://portal.example.com/sign-in#token=${token}`)
  })

  test('signs in the browser that requested it', async () => {
    const { browser, token } = await askedFor()
    expect((await open(browser, token)).json()).toEqual({ returnTo: '/welcome' })
    expect((await browser.get('/api/auth/user')).json().email).toBe(user.email)
    const [session] = await portal.db.select().from(sessions).where(eq(sessions.userId, user.id))
    expect(session?.sess.method).toBe('link')
  })

  test('still works after mail scanners have opened it by GET and by HEAD', async () => {
    const { browser, token } = await askedFor()
    const scanner = portal.visit()
    for (const method of ['GET', 'HEAD'] as const) {
      for (const query of ['', `?token=${token}`]) {
        expect((await scanner.send(method, `/sign-in${query}`)).statusCode).toBe(200)
      }
      expect((await scanner.send(method, '/api/sign-in/redeem')).statusCode).toBe(404)
    }
    expect(await sessionsOf(user)).toBe(0)
    expect((await open(browser, token)).statusCode).toBe(200)
  })

  test('is refused in another browser with an explanation, and still works in its own', async () => {
    const { browser, token } = await askedFor()
    const asking = portal.visit()
    await asking.post('/api/sign-in/code', { email: (await createUser(portal)).email })
    for (const other of [portal.visit(), asking]) {
      const response = await open(other, token)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({
        message: elsewhere,
        code: 'bad_request',
        fields: { token: elsewhere },
      })
    }
    expect(await sessionsOf(user)).toBe(0)
    expect((await open(browser, token)).statusCode).toBe(200)
  })

  test('works once, and invalidates the code of the same email', async () => {
    const { browser, mail, token } = await askedFor()
    const cookie = browser.cookies.get('sign-in') ?? ''
    await open(browser, token)
    browser.cookies.set('sign-in', cookie)
    expect((await open(browser, token)).json().message).toBe(gone)
    expect((await browser.post('/api/sign-in/redeem', { code: codeIn(mail) })).statusCode).toBe(400)
    expect(await sessionsOf(user)).toBe(1)
  })

  test('that is used a hundred times at once creates exactly one session', async () => {
    const { browser, token } = await askedFor()
    const cookie = browser.cookies.get('sign-in') ?? ''
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => {
        const tab = portal.visit()
        tab.cookies.set('sign-in', cookie)
        return open(tab, token)
      }),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(99).fill(400)])
    expect(await sessionsOf(user)).toBe(1)
  })

  test('expires after ten minutes, and is refused when it is unknown', async () => {
    const { browser, token } = await askedFor()
    await portal.db
      .update(signInAttempts)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(signInAttempts.email, user.email))
    for (const dead of [token, 'x'.repeat(43)]) {
      expect((await open(browser, dead)).json()).toMatchObject({ message: gone, fields: { token: gone } })
    }
    expect(await sessionsOf(user)).toBe(0)
  })
})

describe('the link of the first admin', () => {
  const email = 'first-admin@example.test'
  const tokenOf = (link: string | undefined) => link?.split('#token=')[1] ?? ''

  test('works in any browser, once, and is not created again after that', async () => {
    const link = await ensureAdmin(portal.db, email)
    expect(link).toMatch(/^\/sign-in#token=[\w-]{43}$/)

    const browser = portal.visit()
    expect((await open(browser, tokenOf(link))).json()).toEqual({ returnTo: '/' })
    expect((await browser.get('/api/auth/user')).json()).toMatchObject({ email, role: 'admin' })
    expect((await open(portal.visit(), tokenOf(link))).statusCode).toBe(400)
    expect(await ensureAdmin(portal.db, email)).toBeUndefined()
  })

  test('is created by each start before the first sign-in, which uses all of them up', async () => {
    const address = 'waiting-admin@example.test'
    const [first, second] = [await ensureAdmin(portal.db, address), await ensureAdmin(portal.db, address)]
    expect((await open(portal.visit(), tokenOf(second))).statusCode).toBe(200)
    expect((await open(portal.visit(), tokenOf(first))).statusCode).toBe(400)
  })

  test('is used up by a first sign-in in another way', async () => {
    const address = 'coding-admin@example.test'
    const link = await ensureAdmin(portal.db, address)
    const [user] = await portal.db.select().from(users).where(eq(users.email, address))
    await recordSignIn(portal.db, user?.id ?? '')
    expect((await open(portal.visit(), tokenOf(link))).statusCode).toBe(400)
  })

  test('is valid for an hour', async () => {
    await ensureAdmin(portal.db, 'day-admin@example.test')
    const [attempt] = await portal.db
      .select()
      .from(signInAttempts)
      .where(eq(signInAttempts.email, 'day-admin@example.test'))
    const minutes = ((attempt?.expiresAt.getTime() ?? 0) - (attempt?.createdAt.getTime() ?? 0)) / 60_000
    expect(Math.round(minutes)).toBe(60)
  })

  test('is not created for an account that has signed in, which becomes an enabled admin again', async () => {
    const former = await createUser(portal, {
      email: 'Former@Example.test',
      disabledAt: new Date(),
      lastSignInAt: new Date(),
    })
    expect(await ensureAdmin(portal.db, 'former@example.test')).toBeUndefined()
    const [row] = await portal.db.select().from(users).where(eq(users.id, former.id))
    expect(row).toMatchObject({ role: 'admin', disabledAt: null })
  })
})
