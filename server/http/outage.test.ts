import { expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { createProxiedApp } from '#test/proxied-app.ts'
import { codeIn } from '#test/sign-in-mail.ts'
import { startMailServer } from '#test/smtp.ts'

const soon = { timeout: 25_000 }

/** Creates a portal whose connection to the database can be cut. */
const createCuttable = async () => {
  const mailServer = await startMailServer()
  const { portal, proxy } = await createProxiedApp({
    settings: { SMTP_URL: mailServer.url },
    runsJobs: true,
  })
  const { cut, mend } = proxy
  return { portal, mailServer, cut, mend }
}

test('during a database outage the portal responds with 503, and recovers on its own together with its jobs', async () => {
  const { portal, mailServer, cut, mend } = await createCuttable()
  const { user } = await createPartner(portal)
  const browser = await portal.signIn(user)
  expect((await browser.get('/api/auth/user')).statusCode).toBe(200)

  await cut()
  const calls = [
    () => browser.get('/api/auth/user'),
    () => browser.get('/api/partner/documents'),
    () => browser.post('/api/sign-in/code', { email: user.email }),
  ]
  for (const response of await Promise.all(
    Array.from({ length: 10 }, () => calls.map((call) => call())).flat(),
  )) {
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(response.json()).toEqual({
      message: 'The portal is temporarily unavailable. Try again in a few seconds.',
      code: 'unavailable',
    })
  }
  expect((await browser.get('/healthz')).json()).toEqual({ status: 'ok' })
  const notReady = await browser.get('/readyz')
  expect(notReady.statusCode).toBe(503)
  expect(notReady.json()).toEqual({ message: 'The database cannot be reached', code: 'unavailable' })
  expect(browser.cookies.has('session')).toBe(true)

  await mend()
  await expect.poll(async () => (await browser.get('/readyz')).statusCode, soon).toBe(200)
  expect((await browser.get('/api/auth/user')).statusCode).toBe(200)

  const newcomer = await createUser(portal)
  const visitor = portal.visit()
  await visitor.post('/api/sign-in/code', { email: newcomer.email })
  const code = codeIn(await mailServer.mailTo(newcomer.email))
  expect((await visitor.post('/api/sign-in/redeem', { code })).statusCode).toBe(200)

  const errors = portal.log.takeErrors()
  expect(errors.filter(({ msg }) => msg === 'request failed')).toHaveLength(30)
  expect(JSON.stringify(errors)).not.toContain('@')
  await portal.close()
  await mailServer.stop()
})

test('a server that is stopping is not ready, but still responds', async () => {
  await using portal = await createTestApp({ isStopping: true })
  const visitor = portal.visit()
  expect((await visitor.get('/readyz')).json()).toEqual({
    message: 'The server is stopping',
    code: 'unavailable',
  })
  expect((await visitor.get('/healthz')).statusCode).toBe(200)
  expect((await visitor.get('/api/sign-in')).statusCode).toBe(200)
})
