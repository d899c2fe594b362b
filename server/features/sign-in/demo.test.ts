import { readdir, readFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { demoAccounts } from '#server/db/demo/accounts.ts'
import { addDemoData } from '#server/db/demo/demo-data.ts'
import { mailFolder } from '#server/mail/folder.ts'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'

const portal = await createTestApp({ settings: { DEMO: 'on' }, runsJobs: true })
await addDemoData(portal.db, portal.deps.settings, portal.deps.store)
const ordinary = await createUser(portal)
afterAll(portal.close)

describe('in the demo', () => {
  test('the sign-in page offers the demo accounts, the emailed code and the mailbox', async () => {
    expect((await portal.visit().get('/api/sign-in')).json()).toEqual({
      email: true,
      provider: false,
      demo: { accounts: demoAccounts },
    })
  })

  test.each(demoAccounts)('one click signs in $email as $role', async ({ email, role }) => {
    const browser = portal.visit()
    const response = await browser.get(`/api/login?as=${email}&returnTo=%2Fwelcome`)
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe('/welcome')
    expect((await browser.get('/api/auth/user')).json()).toMatchObject({ email, role })
  })

  test.each(['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example'])(
    'a click that asks for %j leads to the home page of the portal',
    async (returnTo) => {
      const query = new URLSearchParams({ as: 'new@demo.test', returnTo })
      const response = await portal.visit().get(`/api/login?${query}`)
      expect(response.statusCode).toBe(302)
      expect(response.headers.location).toBe('/')
    },
  )

  test('an account that is not a demo account, or does not exist, cannot be used by a click', async () => {
    for (const email of [ordinary.email, 'nobody@demo.test', '', 'PARTNER@DEMO.TEST']) {
      const browser = portal.visit()
      const response = await browser.get(`/api/login?as=${encodeURIComponent(email)}&returnTo=%2Fwelcome`)
      expect(response.headers.location).toBe('/sign-in?returnTo=%2Fwelcome')
      expect(browser.cookies.size).toBe(0)
    }
  })

  test('emails are stored as files, and the mailbox shows them as text', async () => {
    const browser = portal.visit()
    await browser.post('/api/sign-in/code', { email: ordinary.email })
    const folder = mailFolder(portal.deps.settings)
    const mails = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    await expect.poll(mails, { timeout: 10_000 }).toHaveLength(1)
    expect(await readFile(`${folder}/${(await mails())[0]}`, 'utf8')).toContain(`To: ${ordinary.email}`)

    const page = await browser.get('/demo/mail')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain(`To ${ordinary.email}`)
    // The page refreshes itself to show new emails.
    expect(page.body).toContain('http-equiv="refresh"')
    const [, code = ''] = /^(\w{4}-\w{4})$/m.exec(page.body) ?? []
    expect((await browser.post('/api/sign-in/redeem', { code })).statusCode).toBe(200)
  })
})

describe('outside the demo', () => {
  test('no account is listed, no mailbox is shown, and a demo account signs in like any other', async () => {
    await using plain = await createTestApp()
    await createUser(plain, { email: 'admin@demo.test', role: 'admin' })
    expect((await plain.visit().get('/api/sign-in')).json()).toEqual({
      email: true,
      provider: false,
      demo: null,
    })
    const browser = plain.visit()
    const response = await browser.get('/api/login?as=admin@demo.test')
    expect(response.headers.location).toBe('/sign-in')
    expect(browser.cookies.size).toBe(0)
    expect((await browser.get('/demo/mail')).statusCode).toBe(404)
  })
})

describe('starting to sign in', () => {
  test('leads to the sign-in page, and remembers the requested page', async () => {
    const to = async (query: string) => (await portal.visit().get(`/api/login${query}`)).headers.location
    expect(await to('')).toBe('/sign-in')
    expect(await to('?returnTo=%2Fresources%3Fcategory%3Dcreative')).toBe(
      '/sign-in?returnTo=%2Fresources%3Fcategory%3Dcreative',
    )
    expect(await to('?returnTo=//evil.example')).toBe('/sign-in')
    expect(await to('?returnTo=/api/logout')).toBe('/sign-in')
    expect(await to(`?returnTo=${'x'.repeat(3000)}`)).toBe('/sign-in')
  })

  test('leads a signed-in user to the requested page at once', async () => {
    const browser = await portal.signIn(ordinary)
    expect((await browser.get('/api/login?returnTo=/welcome')).headers.location).toBe('/welcome')
    expect((await browser.get('/api/login?returnTo=https://evil.example')).headers.location).toBe('/')
  })
})
