import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { signInErrors } from '#contract/sign-in.ts'
import { signInAttempts } from '#server/db/schema/users.ts'
import { createPartner } from '#test/factories.ts'
import { codeIn, linkIn, otherThan } from '#test/sign-in-mail.ts'
import { expect, test } from './fixtures.ts'
import type { Portal } from './portal.ts'

const alertOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'Not signed in' })
const codeField = (page: Page) => page.getByLabel('Code')
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' })
const home = (page: Page) => page.getByRole('heading', { name: 'Partner Dashboard' })

const invite = async (portal: Portal) => (await createPartner(portal, { status: 'completed' })).user

/** Asks on the sign-in page for a code, and waits for the mail with it. */
const askForCode = async (page: Page, { mail }: Portal, email: string) => {
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

test('a code is asked for again after a reload and a wrong try, and signs in at the requested screen', async ({
  page,
  portal,
}) => {
  const { email } = await invite(portal)
  await page.clock.install()
  await page.goto('/resources?category=creative')
  await page.getByRole('link', { name: 'Partner Login' }).click()
  await askForCode(page, portal, email)
  const attempts = await portal.db.select().from(signInAttempts).where(eq(signInAttempts.email, email))
  // The tests of the server itself run with a lower cost.
  expect(attempts).toMatchObject([{ codeHash: expect.stringMatching(/^16384\.8\.5:/) }])
  await page.reload()
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await enter(page, '123456')
  await expect(codeField(page)).toHaveAccessibleDescription('The code has eight letters and digits')
  await page.clock.fastForward(30_000)
  await page.getByRole('button', { name: 'Send a new code', exact: true }).click()
  await expect(page.getByRole('status')).toHaveText('Check your email again. Only the newest code works.')
  const code = codeIn(await portal.mail.mailTo(email, 2))
  await enter(page, otherThan(code))
  await expect(codeField(page)).toHaveAccessibleDescription('This code is wrong or has expired.')
  await expect(codeField(page)).toBeFocused()
  // People type a code in lower case, with spaces.
  await enter(page, ` ${code.replace('-', ' ').toLowerCase()} `)
  await expect(page).toHaveURL('/resources?category=creative')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Resources')
  // Neither the session's nor any other cookie of the server is one that scripts read.
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('a link is refused in another browser, signs in once where it was asked for, and then offers a new code', async ({
  page,
  portal,
  openBrowser,
}) => {
  const { email } = await invite(portal)
  await page.goto('/sign-in')
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

test('the sign-in page shows an error when the portal cannot be reached, and after Retry why the browser came back', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED.*\/api\/sign-in$/)
  await page.route('/api/sign-in', (route) => route.abort())
  await page.goto('/sign-in?error=expired')
  const alert = page.getByRole('alert').filter({ hasText: 'The portal cannot be reached' })
  await expect(alert).toBeVisible()
  await page.unroute('/api/sign-in')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(alertOf(page)).toContainText(signInErrors.expired)
  await page.goto('/sign-in?state=signed_out')
  await expect(page.getByText('You are signed out')).toBeVisible()
})
