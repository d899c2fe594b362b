import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sessions, signInAddresses } from '#server/db/schema/users.ts'
import type { Browser } from '#test/browser.ts'
import { createUser } from '#test/factories.ts'
import { allMailed, codeIn, otherThan, tokenIn, validMail } from '#test/sign-in-mail.ts'
import { startMailServer } from '#test/smtp.ts'
import { createTwoApps } from '#test/two-apps.ts'

const mailServer = await startMailServer()
const settings = { SMTP_URL: mailServer.url }
const { first: portal, second, close } = await createTwoApps({ settings, runsJobs: true })
afterAll(async () => {
  await close()
  await mailServer.stop()
})

const wrong = {
  message: 'This code is wrong or has expired.',
  code: 'bad_request',
  fields: { code: 'This code is wrong or has expired.' },
}
const warning = 'Wrong sign-in codes for your account'

const redeem = (browser: Browser, code: string) => browser.post('/api/sign-in/redeem', { code })
const subjectsTo = (email: string) =>
  mailServer.mails.filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject)
const addressOf = async (email: string) => {
  const [row] = await portal.db.select().from(signInAddresses).where(eq(signInAddresses.email, email))
  return row
}
let email: string
let mails: number
beforeEach(async () => {
  email = (await createUser(portal)).email
  mails = 0
})

/** Returns a browser that has requested a sign-in for the account, and the email. */
const askedFor = async (app = portal) => {
  const browser = app.visit()
  await browser.post('/api/sign-in/code', { email })
  mails += 1
  return { browser, mail: await mailServer.mailTo(email, mails) }
}

/** Requests a sign-in and enters a wrong code. */
const guess = async () => {
  const { browser, mail } = await askedFor()
  expect((await redeem(browser, otherThan(codeIn(mail)))).json()).toEqual(wrong)
}

/** Sets the count of wrong codes directly, since checking a code takes a fifth of a second of CPU time. */
const setWrongCodes = (wrongCodes: number) =>
  portal.db
    .insert(signInAddresses)
    .values({ email, wrongCodes, wrongCodesSince: sql`now()` })
    .onConflictDoUpdate({ target: signInAddresses.email, set: { wrongCodes, wrongCodesSince: sql`now()` } })

describe('after twenty wrong codes within a day', () => {
  test('the right code is refused like a wrong one, the link works, and the owner gets one email', async () => {
    await guess()
    expect(await addressOf(email)).toMatchObject({ wrongCodes: 1 })
    await setWrongCodes(19)
    const { browser, mail } = await askedFor(second)
    expect((await redeem(browser, otherThan(codeIn(mail)))).json()).toEqual(wrong)
    expect((await redeem(browser, codeIn(mail))).json()).toEqual(wrong)
    for (let tries = 0; tries < 3; tries++) expect((await redeem(browser, 'BCDF-GHJK')).json()).toEqual(wrong)

    mails += 1
    const warned = await mailServer.mailTo(email, mails)
    expect(warned.subject).toBe(warning)
    expect(warned.text).toContain('20 times within a day. No one signed in with them.')
    // The wrong codes may have been entered to confirm a session, also where users sign in with a provider.
    expect(warned.text).toContain(
      'You can still sign in as usual. If you sign in by email, use the link in it.',
    )
    expect(warned.text).not.toContain('#token=')
    expect(warned.text).toMatch(/This wasn't me: \S+\/sign-in#report=[\w-]{43}/)

    const later = await askedFor()
    expect(later.mail.subject).toBe('Sign in to the Partner Portal')
    expect(later.mail.text).toContain('too many wrong codes')
    expect(later.mail.text).not.toMatch(/^[2-9B-Z]{4}-[2-9B-Z]{4}$/m)
    expect((await redeem(later.browser, 'BCDF-GHJK')).json()).toEqual(wrong)
    const other = await portal.visit().post('/api/sign-in/redeem', { token: tokenIn(later.mail) })
    expect(other.json().message).toBe('Open this link in the browser where you requested it.')
    const token = tokenIn(later.mail)
    expect((await later.browser.post('/api/sign-in/redeem', { token })).statusCode).toBe(200)
    expect((await later.browser.get('/api/auth/user')).json().email).toBe(email)

    await allMailed(portal, email)
    expect(subjectsTo(email).filter((subject) => subject === warning)).toHaveLength(1)
  })

  test('codes work again when the day is over', async () => {
    await setWrongCodes(19)
    await guess()
    mails += 1
    await mailServer.mailTo(email, mails)
    await portal.db
      .update(signInAddresses)
      .set({ wrongCodesSince: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(signInAddresses.email, email))
    const { browser, mail } = await askedFor()
    expect((await redeem(browser, otherThan(codeIn(mail)))).json()).toEqual(wrong)
    expect(await addressOf(email)).toMatchObject({ wrongCodes: 1, warnedAt: null })
    expect((await redeem(browser, codeIn(mail))).statusCode).toBe(200)
  })

  test('an address without an account gets the same responses, is counted the same, and gets no email about it', async () => {
    email = `stranger-${crypto.randomUUID()}@example.test`
    await setWrongCodes(17)
    const browser = portal.visit()
    await browser.post('/api/sign-in/code', { email })
    await allMailed(portal, email)
    for (let tries = 0; tries < 5; tries++) {
      expect((await redeem(browser, 'BCDF-GHJK')).json()).toEqual(wrong)
    }
    await allMailed(portal, email)
    expect(await addressOf(email)).toMatchObject({ wrongCodes: 20, warnedAt: expect.any(Date) })
    expect(subjectsTo(email)).toEqual(['Sign in to the Partner Portal'])
  })
})

test('the owner gets one email a day, even if a right code reduces the count in between', async () => {
  await setWrongCodes(19)
  await guess()
  mails += 1
  expect((await mailServer.mailTo(email, mails)).subject).toBe(warning)
  await setWrongCodes(19)
  await guess()
  expect(await addressOf(email)).toMatchObject({ wrongCodes: 20 })
  await allMailed(portal, email)
  expect(subjectsTo(email).filter((subject) => subject === warning)).toHaveLength(1)
})

test('a right code is not counted, however often a user signs in', async () => {
  let known = ''
  for (let signIns = 0; signIns < 2; signIns++) {
    const { browser, mail } = await askedFor()
    // A known browser avoids the email about a new browser, which would disturb the count of emails.
    if (known) browser.cookies.set('browser', known)
    await redeem(browser, otherThan(codeIn(mail)))
    expect((await redeem(browser, codeIn(mail))).statusCode).toBe(200)
    known = browser.cookies.get('browser') ?? ''
  }
  expect((await addressOf(email))?.wrongCodes).toBe(2)
})

test('concurrent wrong codes, over many browsers and two servers, are counted exactly and reported once', async () => {
  // Over the limit of requests, strangers share the code that is already valid, each with tries of their own.
  const strangers = []
  for (let index = 0; index < 16; index++) {
    const stranger = (index % 2 ? portal : second).visit(`198.51.100.${1 + (index % 4)}`)
    await stranger.post('/api/sign-in/code', { email })
    strangers.push(stranger)
  }
  await allMailed(portal, email)
  const responses = await Promise.all(
    strangers.flatMap((stranger) => Array.from({ length: 5 }, () => redeem(stranger, 'BCDF-GHJK'))),
  )
  expect(responses.filter(({ statusCode }) => statusCode === 400)).toHaveLength(80)
  expect(await addressOf(email)).toMatchObject({ wrongCodes: 20 })
  await allMailed(portal, email)
  expect(subjectsTo(email).filter((subject) => subject === warning)).toHaveLength(1)

  // Nobody got in, and even the right code does not work in a browser that has just joined.
  const code = codeIn(await validMail(portal, mailServer, email))
  const another = portal.visit()
  await another.post('/api/sign-in/code', { email })
  expect((await redeem(another, code)).json()).toEqual(wrong)
  const ofUser = sql`user_id = (select id from users where email = ${email})`
  expect(await portal.db.$count(sessions, ofUser)).toBe(0)
})
