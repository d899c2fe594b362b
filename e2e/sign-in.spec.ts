import type { Page } from '@playwright/test'
import { signInErrors, wrongCodesPerDay } from '#contract/sign-in.ts'
import { signInAddresses } from '#server/db/schema/users.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { codeIn, linkIn, otherThan, validMail } from '#test/sign-in-mail.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Portal } from './portal.ts'

const alertOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'Not signed in' })
const codeField = (page: Page) => page.getByLabel('Code')
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' })
const home = (page: Page) => page.getByRole('heading', { name: 'Partner Dashboard' })

const invite = async (portal: Portal) => (await createPartner(portal, { status: 'completed' })).user

/** Asks for a code, and waits for the mail with it. */
const askForCode = async (page: Page, { mail }: Portal, email: string, address = '/sign-in') => {
  await page.goto(address)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  return mail.mailTo(email)
}

const enter = async (page: Page, code: string) => {
  await codeField(page).fill(code)
  await signInButton(page).click()
}

test.beforeEach(({ browserErrors }) => {
  // The browser also reports a refused code or request on its console.
  browserErrors.allow(/status of (400|429) .*\/api\/sign-in\/(redeem|code)$/)
})

test('a code is asked for again after a wrong e-mail, a reload and a wrong try, and signs in', async ({
  page,
  portal,
}) => {
  const { email } = await invite(portal)
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('nobody@')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Valid email is required')
  await expect(page.getByLabel('Email')).toBeFocused()

  await askForCode(page, portal, 'mistyped@example.test')
  await page.getByRole('button', { name: 'Use another email' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Email')).toBeVisible()

  await askForCode(page, portal, email)
  await page.reload()
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByRole('status')).toHaveText('Check your email again. Only the newest code works.')
  const code = codeIn(await portal.mail.mailTo(email, 2))
  await enter(page, otherThan(code))
  await expect(codeField(page)).toHaveAccessibleDescription('This code is wrong or has expired.')
  await expect(codeField(page)).toBeFocused()
  // As people type it.
  await enter(page, ` ${code.replace('-', ' ').toLowerCase()} `)
  await expect(home(page)).toBeVisible()
})

test('however often strangers ask for codes, the one in the mailbox signs the owner in', async ({
  page,
  portal,
}) => {
  const { email } = await invite(portal)
  const ask = () =>
    page.request.post('/api/sign-in/code', { data: { email }, headers: { origin: portal.url } })
  for (let requests = 0; requests < 8; requests += 1) expect((await ask()).status()).toBe(202)
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByRole('status')).toHaveText('Check your email again. Only the newest code works.')
  await enter(page, codeIn(await validMail(portal, portal.mail, email)))
  await expect(home(page)).toBeVisible()
})

test('the code field takes letters without correcting them, and the browser can fill it in', async ({
  page,
  portal,
}) => {
  const { email } = await invite(portal)
  await askForCode(page, portal, email)
  const field = codeField(page)
  await expect(field).toBeFocused()
  for (const [name, value] of [
    ['autocomplete', 'one-time-code'],
    ['inputmode', 'text'],
    ['autocapitalize', 'characters'],
    ['autocorrect', 'off'],
    ['spellcheck', 'false'],
  ] as const) {
    await expect(field).toHaveAttribute(name, value)
  }
  await enter(page, '123456')
  await expect(field).toHaveAccessibleDescription('The code has eight letters and digits')
  await expectNoAxeViolations(page)
})

test('after too many wrong codes the email has a link alone, which signs in', async ({ page, portal }) => {
  const { email } = await invite(portal)
  await portal.db
    .insert(signInAddresses)
    .values({ email, wrongCodes: wrongCodesPerDay, wrongCodesSince: new Date() })
  const mail = await askForCode(page, portal, email)
  expect(mail.text).toContain('There is no code in this email')
  await enter(page, 'BCDF-GHJK')
  await expect(codeField(page)).toHaveAccessibleDescription('This code is wrong or has expired.')
  await page.goto(linkIn(mail))
  await signInButton(page).click()
  await expect(home(page)).toBeVisible()
})

test('a link is refused in another browser, signs in once where it was asked for, and then offers a new code', async ({
  page,
  portal,
  openBrowser,
}) => {
  const { email } = await invite(portal)
  const link = linkIn(await askForCode(page, portal, email))
  const other = await openBrowser()
  await other.goto(link)
  await signInButton(other).click()
  await expect(alertOf(other)).toContainText(
    'Open this link in the browser where you requested it, or enter the code there.',
  )
  await other.goto('/')
  await expect(other.getByRole('link', { name: 'Partner Login' })).toBeVisible()

  // Only the part after the # differs from the address of the tab that waits for the code.
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Sign in with your link' })).toBeVisible()
  await signInButton(page).click()
  await expect(home(page)).toBeVisible()

  const later = await page.context().newPage()
  await later.goto(link)
  await signInButton(later).click()
  await expect(alertOf(later)).toContainText('This link has been used or has expired. Request a new one.')
  await later.getByRole('link', { name: 'Request a new code' }).click()
  await expect(later.getByLabel('Email')).toBeVisible()
})

test('a sign-in by code returns to the requested screen', async ({ page, portal }) => {
  const { email } = await invite(portal)
  await page.goto('/resources?category=creative')
  await page.getByRole('link', { name: 'Partner Login' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await enter(page, codeIn(await portal.mail.mailTo(email)))
  await expect(page).toHaveURL('/resources?category=creative')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Resources')
})

test('no return address leaves the portal', async ({ page, portal }) => {
  // Every request to another origin fails the test by itself.
  const { email } = await createUser(portal)
  const mail = await askForCode(page, portal, email, '/sign-in?returnTo=//evil.example')
  await enter(page, codeIn(mail))
  await expect(page.getByRole('heading', { name: 'Onboarding Required' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a failed sign-in shows the reason, and unknown errors are ignored', async ({ page }) => {
  for (const [error, text] of Object.entries(signInErrors)) {
    await page.goto(`/sign-in?error=${error}`)
    await expect(page.getByText(text)).toBeVisible()
  }
  await page.goto('/sign-in?error=canceled')
  await expect(page.getByText('Sign-in was canceled')).toBeVisible()
  // Whoever canceled has made no error.
  await expect(alertOf(page)).toHaveCount(0)
  await page.goto('/sign-in?state=signed_out')
  await expect(page.getByText('You are signed out')).toBeVisible()
  for (const error of ['<b>you won</b>', 'toString', '__proto__', '']) {
    await page.goto(`/sign-in?error=${encodeURIComponent(error)}`)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(alertOf(page)).toHaveCount(0)
  }
})

test('the sign-in page shows an error when the portal cannot be reached, and Retry recovers', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED.*\/api\/sign-in$/)
  await page.route('/api/sign-in', (route) => route.abort())
  await page.goto('/sign-in')
  const alert = page.getByRole('alert').filter({ hasText: 'The portal cannot be reached' })
  await expect(alert).toBeVisible()
  await page.unroute('/api/sign-in')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('a signed-in user is sent on without signing in again', async ({ page, portal, signInAs }) => {
  await signInAs(page, await createUser(portal))
  await page.goto('/api/login?returnTo=/onboarding')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Onboarding')
})

test.describe('a network that asks for too many codes', () => {
  test.use({ ownPortal: true })

  test('is refused with the time to wait', async ({ page, portal }) => {
    const ask = (index: number) =>
      page.request.post('/api/sign-in/code', {
        data: { email: `person-${index}@example.test` },
        headers: { origin: portal.url },
      })
    await Promise.all(Array.from({ length: 60 }, (_, index) => ask(index)))
    await page.goto('/sign-in')
    await page.getByLabel('Email').fill('partner@demo.test')
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      'Too many attempts. Try again in 15 minutes.',
    )
  })
})
