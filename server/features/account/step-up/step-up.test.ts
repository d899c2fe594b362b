import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { stepUpMessage } from '#contract/account/step-up.ts'
import type { Role } from '#contract/users/roles.ts'
import { stepUpCodes } from '#server/db/schema/account.ts'
import { signInAddresses } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import type { Browser } from '#test/browser.ts'
import { endpoints } from '#test/endpoints.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { officeHours } from '#test/office-hours.ts'
import { allMailed, codeIn, otherThan } from '#test/sign-in-mail.ts'
import { signing } from '#test/signing.ts'
import { startMailServer } from '#test/smtp.ts'
import { ageSessions, outlastStepUp } from '#test/step-up.ts'

const mailServer = await startMailServer()
const portal = await createTestApp({ settings: { SMTP_URL: mailServer.url }, runsJobs: true })
afterAll(async () => {
  await portal.close()
  await mailServer.stop()
})

const refused = { message: stepUpMessage, code: 'step_up_required' }
const wrong = {
  message: 'This code is wrong or has expired.',
  code: 'bad_request',
  fields: { code: 'This code is wrong or has expired.' },
}

const enter = async (role: Role = 'admin') => {
  const user = await createUser(portal, { role })
  const browser = await portal.signIn(user)
  await ageSessions(portal, user)
  return { user, browser }
}
const requestCode = (browser: Browser, renew = false) => browser.post('/api/account/step-up/code', { renew })
const stepUp = (browser: Browser, code: string) => browser.post('/api/account/step-up', { code })
/** Returns the code in the newest email, once this many have arrived. */
const mailedCode = async ({ email }: { email: string }, count = 1) =>
  codeIn(await mailServer.mailTo(email, count))

describe('an admin whose confirmation is too old', () => {
  const actions = async (): Promise<[string, (browser: Browser) => ReturnType<Browser['get']>][]> => {
    const [user, other] = [await createUser(portal), await createUser(portal)]
    return [
      ['grants admin', (browser) => browser.put(`/api/admin/users/${user.id}/role`, { role: 'admin' })],
      [
        'adds an admin',
        (browser) => browser.post('/api/admin/users', { email: `${user.id}@new.test`, role: 'admin' }),
      ],
      ['disables a user', (browser) => browser.post(`/api/admin/users/${other.id}/disable`, undefined)],
      ['exports partners', (browser) => browser.get('/api/admin/partners/export')],
      ['exports the audit log', (browser) => browser.get('/api/admin/audit-log/export')],
      ['changes a setting', (browser) => browser.put('/api/office-hours', { hours: officeHours })],
      ['ends sessions', (browser) => browser.post('/api/account/sessions/end-others', undefined)],
      [
        'ends sessions of others',
        (browser) => browser.post(`/api/admin/users/${other.id}/sessions/end`, undefined),
      ],
    ]
  }

  test('is refused important actions until they have entered the emailed code, and can do them for ten minutes afterward', async () => {
    const { user, browser } = await enter()
    for (const [what, act] of await actions()) {
      const response = await act(browser)
      expect(response.statusCode, what).toBe(403)
      expect(response.json(), what).toEqual(refused)
    }
    expect((await requestCode(browser)).json()).toEqual({ minutes: 10 })
    expect((await stepUp(browser, await mailedCode(user))).statusCode).toBe(204)
    for (const [what, act] of await actions()) expect((await act(browser)).statusCode, what).toBeLessThan(300)
    expect(await auditEventsOf(portal, user)).toContainEqual(
      expect.objectContaining({
        action: 'session.step_up',
        subjectId: user.id,
        after: { confirmedWith: 'code' },
      }),
    )

    await outlastStepUp(portal, user, 9)
    expect((await browser.get('/api/admin/partners/export')).statusCode).toBe(200)
    await outlastStepUp(portal, user, 10)
    expect((await browser.get('/api/admin/partners/export')).json()).toEqual(refused)
  })

  test('is not asked for other actions, such as other roles', async () => {
    const { browser } = await enter()
    const user = await createUser(portal)
    for (const role of ['support', 'user']) {
      expect((await browser.put(`/api/admin/users/${user.id}/role`, { role })).statusCode).toBe(200)
    }
    expect((await browser.get('/api/admin/partners')).statusCode).toBe(200)
    expect((await browser.post(`/api/admin/users/${user.id}/enable`, undefined)).statusCode).toBe(200)
  })
})

test('a recent sign-in counts as a confirmation', async () => {
  const user = await createUser(portal, { role: 'support' })
  expect((await (await portal.signIn(user)).get('/api/admin/partners/export')).statusCode).toBe(200)
})

test('users who lack the permission are refused for that reason, without being asked to confirm', async () => {
  const { browser } = await enter('support')
  const { id } = await createUser(portal)
  const grant = await browser.put(`/api/admin/users/${id}/role`, { role: 'admin' })
  expect(grant.json().message).toBe('Only admins can grant the admin role.')
  expect((await browser.get('/api/admin/audit-log/export')).json().code).toBe('forbidden')
  const visitor = await portal.visit().get('/api/admin/partners/export')
  expect(visitor.json().code).toBe('unauthorized')
})

test('every endpoint that asks for a confirmation declares it, and none is open to visitors', () => {
  const asking = endpoints.filter(({ stepUp }) => stepUp)
  expect(asking.map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining(['POST /api/partner/documents', 'POST /api/admin/users/:userId/disable']),
  )
  expect(asking.filter(({ access }) => access === 'anyone')).toEqual([])
})

describe('signing', () => {
  const partnerAged = async (hours: number) => {
    const { user } = await createPartner(portal)
    const browser = await portal.signIn(user)
    await ageSessions(portal, user, hours)
    return { user, sign: () => browser.post('/api/partner/documents', signing.nda), browser }
  }

  test('needs no confirmation in a session of less than twelve hours', async () => {
    const { sign } = await partnerAged(11)
    expect((await sign()).statusCode).toBe(201)
  })

  test('needs a confirmation in an older session, and stores nothing before', async () => {
    const { user, browser, sign } = await partnerAged(12)
    expect((await sign()).json()).toEqual(refused)
    const [document] = (await browser.get('/api/partner/documents')).json()
    expect(document.status).toBe('pending')
    await requestCode(browser)
    await stepUp(browser, await mailedCode(user))
    expect((await sign()).statusCode).toBe(201)
  })
})

describe('the code', () => {
  test('works once, only in its own session', async () => {
    const { user, browser } = await enter()
    const other = await portal.signIn(user)
    await requestCode(browser)
    const code = await mailedCode(user)
    expect((await stepUp(other, code)).json()).toEqual(wrong)
    expect((await stepUp(browser, code.toLowerCase().replace('-', ' '))).statusCode).toBe(204)
    expect((await stepUp(browser, code)).json()).toEqual(wrong)
  })

  test('stays valid when it is requested again, unless the user asks for a new one', async () => {
    const { user, browser } = await enter()
    await requestCode(browser)
    const first = await mailedCode(user)
    await requestCode(browser)
    await requestCode(browser, true)
    const second = await mailedCode(user, 2)
    await allMailed(portal, user.email)
    expect((await stepUp(browser, first)).json()).toEqual(wrong)
    expect((await stepUp(browser, second)).statusCode).toBe(204)
    expect(mailServer.mails.filter(({ to }) => to?.[0]?.address === user.email)).toHaveLength(2)
  })

  test('is refused after ten minutes', async () => {
    const { user, browser } = await enter()
    await requestCode(browser)
    const code = await mailedCode(user)
    await portal.db
      .update(stepUpCodes)
      .set({ expiresAt: sql`now()` })
      .where(sql`sid in (select sid from sessions where user_id = ${user.id})`)
    expect((await stepUp(browser, code)).json()).toEqual(wrong)
  })

  test('is refused after five wrong tries, which count among the wrong codes of the account', async () => {
    const { user, browser } = await enter()
    await requestCode(browser)
    const code = await mailedCode(user)
    const tries = await Promise.all(Array.from({ length: 5 }, () => stepUp(browser, otherThan(code))))
    for (const response of tries) expect(response.json()).toEqual(wrong)
    expect((await stepUp(browser, code)).json()).toEqual(wrong)
    const [address] = await portal.db
      .select()
      .from(signInAddresses)
      .where(eq(signInAddresses.email, user.email))
    expect(address?.wrongCodes).toBe(5)
    // A new code is sent without `renew`, because no usable one is left.
    await requestCode(browser)
    expect((await stepUp(browser, await mailedCode(user, 2))).statusCode).toBe(204)
  })

  test('cannot be requested while the account accepts only links, and its owner learns why', async () => {
    const { user, browser } = await enter()
    await portal.db
      .insert(signInAddresses)
      .values({ email: user.email, wrongCodes: 20, wrongCodesSince: new Date() })
    const response = await requestCode(browser)
    expect(response.statusCode).toBe(409)
    expect(response.json().message).toContain('Log out, and sign in again: a new sign-in counts')
  })

  test('is emailed at most five times in ten minutes', async () => {
    const { browser } = await enter()
    for (let request = 0; request < 5; request++) {
      expect((await requestCode(browser, true)).statusCode).toBe(202)
    }
    const response = await requestCode(browser, true)
    expect(response.statusCode).toBe(429)
    expect(response.headers['retry-after']).toBeDefined()
  })

  test('is in an email with "This wasn’t me", but neither in the subject nor in the queue', async () => {
    const { user, browser } = await enter()
    await requestCode(browser)
    const mail = await mailServer.mailTo(user.email)
    expect(mail.subject).toBe("Confirm that it's you in the Partner Portal")
    expect(mail.text).toMatch(/This wasn't me: \S+\/sign-in#report=[\w-]{43}/)
    const { rows } = await portal.db.execute<{ data: unknown }>(
      sql`select data from pgboss.job where name = 'step-up-mail'`,
    )
    expect(JSON.stringify(rows)).not.toContain(codeIn(mail).replace('-', ''))
  })
})

test('staff who view the portal as a partner cannot confirm anything', async () => {
  const { browser } = await enter('support')
  const { profile } = await createPartner(portal)
  await browser.post(`/api/admin/partners/${profile.id}/view`, undefined)
  expect((await requestCode(browser)).statusCode).toBe(403)
  expect((await stepUp(browser, 'BCDF-GHJK')).statusCode).toBe(403)
})
