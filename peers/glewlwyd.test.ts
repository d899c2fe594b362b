import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServerProcess } from '#test/server-process.ts'
import { freePort, type Glewlwyd, startGlewlwyd } from './glewlwyd.ts'

const ann = { username: 'ann', password: 'a-long-password', name: 'Ann Lee', email: 'ann@example.com' }

let glewlwyd: Glewlwyd
let browser: Browser
let dataDir: string
let port: number
beforeAll(async () => {
  port = await freePort()
  glewlwyd = await startGlewlwyd(`http://localhost:${port}`)
  await glewlwyd.addAccount(ann)
  dataDir = await mkdtemp(join(tmpdir(), 'portal-peer-'))
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
})
afterAll(async () => {
  await browser.close()
  await glewlwyd.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs with a portal whose admin is Ann, and a browser that is signed in nowhere. Returns the portal's log. */
const withPortal = async (more: Record<string, string>, run: (page: Page) => Promise<void>) => {
  const portal = await startServerProcess({
    DATA_DIR: dataDir,
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    ADMIN_EMAIL: ann.email,
    OIDC_ISSUER: glewlwyd.issuer,
    OIDC_CLIENT_ID: glewlwyd.clientId,
    OIDC_CLIENT_SECRET: glewlwyd.clientSecret,
    ...more,
  })
  const page = await browser.newPage()
  try {
    await run(page)
  } finally {
    await page.close()
    await portal.stop()
  }
  return portal.output()
}

/** From the portal's sign-in page to Glewlwyd's, which asks for a password. */
const beginSignIn = async (page: Page) => {
  await page.goto(`http://localhost:${port}/sign-in`)
  await page.getByRole('link', { name: 'Sign in with your organization' }).click()
  await page.locator('#username').fill(ann.username)
}

const signIn = async (page: Page) => {
  await beginSignIn(page)
  await page.locator('#password').fill(ann.password)
  await page.locator('#loginbut').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(({ origin }) => origin === `http://localhost:${port}`)
}

test('an address that Glewlwyd does not call verified is refused, and the log says what would help', async () => {
  const output = await withPortal({}, async (page) => {
    await signIn(page)
    expect(page.url()).toBe(`http://localhost:${port}/sign-in?error=unverified`)
    expect(await page.getByRole('alert').textContent()).toContain('did not confirm')
  })
  const [line = ''] = output.match(/^.*OIDC_TRUSTED_ISSUERS.*$/m) ?? []
  expect(JSON.parse(line)).toMatchObject({ level: 40, issuer: glewlwyd.issuer })
  expect(line).not.toContain('@')
})

test('as a trusted issuer it signs in, and signing out of the portal ends the session there, too', async () => {
  await withPortal({ OIDC_TRUSTED_ISSUERS: glewlwyd.issuer }, async (page) => {
    await signIn(page)
    expect(page.url()).toBe(`http://localhost:${port}/`)
    const user = await page.evaluate(async () => (await fetch('/api/auth/user')).json())
    expect(user).toMatchObject({ email: ann.email, role: 'admin' })

    await page.getByRole('link', { name: 'Logout' }).first().click()
    // It knows the session by the ID token, asks once more, and stays on its own page.
    await page.waitForURL(/prompt=end_session/)
    const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await page.locator('button.btn-danger').first().click()
    expect((await ended).status()).toBe(200)
    await beginSignIn(page)
  })
})
