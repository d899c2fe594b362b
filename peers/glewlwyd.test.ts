import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Glewlwyd, startGlewlwyd } from './glewlwyd.ts'
import { openProviderPortal, trustWarning } from './provider-portal.ts'

const ann = { username: 'ann', password: 'a-long-password', name: 'Ann Lee', email: 'ann@example.com' }

let glewlwyd: Glewlwyd
let browser: Browser
let portal: Awaited<ReturnType<typeof openProviderPortal>>
beforeAll(async () => {
  portal = await openProviderPortal(ann.email)
  glewlwyd = await startGlewlwyd(portal.url)
  await glewlwyd.addAccount(ann)
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
})
afterAll(async () => {
  await browser.close()
  await glewlwyd.stop()
  await portal.remove()
})

/** Runs a test with a portal whose admin is Ann and with a browser that is signed in nowhere. Returns the portal's log. */
const withPortal = async (more: Record<string, string>, run: (page: Page) => Promise<void>) => {
  const running = await portal.start(glewlwyd, more)
  const page = await browser.newPage()
  try {
    await run(page)
  } finally {
    await page.close()
    await running.stop()
  }
  return running.output()
}

/** Goes from the portal's sign-in page to Glewlwyd's, which asks for a password. */
const beginSignIn = async (page: Page) => {
  await page.goto(`${portal.url}/sign-in`)
  await page.getByRole('link', { name: 'Sign in with your organization' }).click()
  await page.locator('#username').fill(ann.username)
}

const signIn = async (page: Page) => {
  await beginSignIn(page)
  await page.locator('#password').fill(ann.password)
  await page.locator('#loginbut').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(({ origin }) => origin === portal.url)
}

test('refuses an address that Glewlwyd does not report as verified, and logs what would help', async () => {
  const output = await withPortal({}, async (page) => {
    await signIn(page)
    expect(page.url()).toBe(`${portal.url}/sign-in?error=unverified`)
    expect(await page.getByRole('alert').textContent()).toContain('did not confirm')
  })
  const warning = trustWarning(output)
  expect(warning).toMatchObject({ level: 40, issuer: glewlwyd.issuer })
  expect(JSON.stringify(warning)).not.toContain('@')
})

test('signs in through Glewlwyd as a trusted issuer, and signing out of the portal ends the session there, too', async () => {
  await withPortal({ OIDC_TRUSTED_ISSUERS: glewlwyd.issuer }, async (page) => {
    await signIn(page)
    expect(page.url()).toBe(`${portal.url}/`)
    const user = await page.evaluate(async () => (await fetch('/api/auth/user')).json())
    expect(user).toMatchObject({ email: ann.email, role: 'admin' })

    await page.getByRole('link', { name: 'Logout' }).first().click()
    // Glewlwyd identifies the session by the ID token, asks for confirmation, and stays on its own page.
    await page.waitForURL(/prompt=end_session/)
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await page.locator('button.btn-danger').first().click()
    expect((await ended).status()).toBe(200)
    await beginSignIn(page)
  })
})
