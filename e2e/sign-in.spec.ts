import type { Page } from '@playwright/test'
import { signInErrors } from '#contract/sign-in.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { type Portal, startPortal } from './portal.ts'
import { codeIn, linkIn } from './sign-in-email.ts'

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

const signOut = async (page: Page) => {
  await page.goto('/api/logout')
  await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
}

const otherThan = (code: string) => (code === '123456' ? '654321' : '123456')

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
  await expect(page.getByRole('status')).toHaveText('We sent a new code. The previous one no longer works.')
  const code = codeIn(await portal.mail.mailTo(email, 2))
  await enter(page, otherThan(code))
  await expect(codeField(page)).toHaveAccessibleDescription('This code is wrong or has expired.')
  await expect(codeField(page)).toBeFocused()
  // As it is copied from the mail, with spaces.
  await enter(page, ` ${code.slice(0, 3)} ${code.slice(3)} `)
  await expect(home(page)).toBeVisible()
})

test('too many requests for a code are refused with the time to wait', async ({ page, portal }) => {
  const { email } = await invite(portal)
  await askForCode(page, portal, email)
  for (let requests = 1; requests < 5; requests += 1) {
    const answer = await page.request.post('/api/sign-in/code', {
      data: { email },
      headers: { origin: portal.url },
    })
    expect(answer.status()).toBe(202)
  }
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(codeField(page)).toHaveAccessibleDescription('Too many attempts. Try again in 15 minutes.')
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

test('a demo account signs in with one click', async ({ page }) => {
  await page.goto('/sign-in')
  const accounts = page.getByRole('region', { name: 'Demo accounts' }).getByRole('link')
  await expect(accounts).toContainText([
    'Paula Ortega',
    'Peter Lang',
    'Nadia Brooks',
    'Sam Whitfield',
    'Ada Moreno',
  ])
  await accounts.filter({ hasText: 'Peter Lang' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Onboarding')
  const header = page.getByRole('banner')
  await expect(header.getByText('Peter Lang', { exact: true }).filter({ visible: true })).toBeVisible()
})

test('the demo without a mail server shows its mail, whose code signs in', async ({ openBrowser }) => {
  const portal = await startPortal({ SMTP_URL: '' })
  const page = await openBrowser({ baseURL: portal.url })
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('partner@demo.test')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'See the demo mailbox' }).click()
  const mailbox = await opened
  // The page checks for new mail by itself.
  const email = mailbox.getByRole('article').filter({ hasText: 'partner@demo.test' })
  await expect(email).toBeVisible()
  const [, code = ''] = /\n(\d{6})\n/.exec((await email.textContent()) ?? '') ?? []
  await enter(page, code)
  await expect(home(page)).toBeVisible()
  await page.context().close()
  await portal.stop()
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

test('a sign-in as a demo account returns to the requested screen', async ({ page }) => {
  await page.goto('/api/login?returnTo=%2Fresources%3Fcategory%3Dcreative')
  await expect(page).toHaveURL(/\/sign-in\?/)
  await page.getByRole('link', { name: 'Paula Ortega' }).click()
  await expect(page).toHaveURL('/resources?category=creative')
})

test('no return address leaves the portal, by any way to sign in', async ({ page, portal }) => {
  // Every request to another origin fails the test by itself. The screen of a user without a profile requests nothing more,
  // which the next sign-in, that ends this session, could refuse.
  const arrived = page.getByRole('heading', { name: 'Onboarding Required' })
  for (const returnTo of ['/\\evil.example', '/\t/evil.example', `${portal.url}@evil.example`]) {
    const query = new URLSearchParams({ as: 'new@demo.test', returnTo })
    await page.goto(`/api/login?${query}`, { waitUntil: 'commit' })
    await expect(arrived).toBeVisible()
    await expect(page).toHaveURL('/')
  }
  await signOut(page)
  await page.goto('/sign-in?returnTo=/%09/evil.example')
  await page.getByRole('link', { name: 'Nadia Brooks' }).click()
  await expect(arrived).toBeVisible()
  await expect(page).toHaveURL('/')

  await signOut(page)
  const { email } = await createUser(portal)
  const mail = await askForCode(page, portal, email, '/sign-in?returnTo=//evil.example')
  await enter(page, codeIn(mail))
  await expect(arrived).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a failed sign-in shows the reason, and unknown errors are ignored', async ({ page }) => {
  for (const [error, text] of Object.entries(signInErrors)) {
    await page.goto(`/sign-in?error=${error}`)
    await expect(alertOf(page)).toContainText(text)
  }
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
