import type { Page } from '@playwright/test'
import { codeTries, notInvitedMessage, signInErrors } from '#contract/sign-in.ts'
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
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Mail me a code' }).click()
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
  // A refused code or request is told on the page, and by the browser on its console.
  browserErrors.allow(/status of (400|429) .*\/api\/sign-in\/(redeem|code)$/)
})

test('a wrong code is refused, and the right one signs in after it', async ({ page, portal }) => {
  const { email } = await invite(portal)
  const code = codeIn(await askForCode(page, portal, email))
  await enter(page, otherThan(code))
  await expect(codeField(page)).toHaveAccessibleDescription('This code is wrong or has expired.')
  await expect(codeField(page)).toBeFocused()
  await enter(page, code)
  await expect(home(page)).toBeVisible()
})

test('an e-mail that is none is refused before anything is sent', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill('nobody@')
  await page.getByRole('button', { name: 'Mail me a code' }).click()
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Valid email is required')
  await expect(page.getByLabel('E-mail')).toBeFocused()
})

test('a code may be pasted as it stands in the mail, with spaces', async ({ page, portal }) => {
  const { email } = await invite(portal)
  const code = codeIn(await askForCode(page, portal, email))
  await enter(page, ` ${code.slice(0, 3)} ${code.slice(3)} `)
  await expect(home(page)).toBeVisible()
})

test('an e-mail signs in however its letters are written', async ({ page, portal }) => {
  const { email } = await invite(portal)
  const code = codeIn(await askForCode(page, portal, email.toUpperCase()))
  await enter(page, code)
  await expect(home(page)).toBeVisible()
})

test('a reload while the code is on its way keeps the step', async ({ page, portal }) => {
  const { email } = await invite(portal)
  const code = codeIn(await askForCode(page, portal, email))
  await page.reload()
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await enter(page, code)
  await expect(home(page)).toBeVisible()
})

test('another e-mail can be given instead', async ({ page, portal }) => {
  const { email } = await invite(portal)
  await askForCode(page, portal, 'mistyped@example.test')
  await page.getByRole('button', { name: 'Use another e-mail' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await enter(page, codeIn(await askForCode(page, portal, email)))
  await expect(home(page)).toBeVisible()
})

test('a new code can be sent, and only the newest works', async ({ page, portal }) => {
  const { email } = await invite(portal)
  const first = codeIn(await askForCode(page, portal, email))
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByRole('status')).toHaveText(
    'A new code is on its way. The former one no longer works.',
  )
  const second = codeIn(await portal.mail.mailTo(email, 2))
  // One time in a million they are the same, and then the first is right.
  if (first !== second) {
    await enter(page, first)
    await expect(codeField(page)).toHaveAccessibleDescription('This code is wrong or has expired.')
  }
  await enter(page, second)
  await expect(home(page)).toBeVisible()
})

test('after five wrong codes the right one is refused as well', async ({ page, portal }) => {
  const { email } = await invite(portal)
  const code = codeIn(await askForCode(page, portal, email))
  for (let tries = 0; tries < codeTries; tries += 1) {
    const answer = page.waitForResponse('**/api/sign-in/redeem')
    await enter(page, otherThan(code))
    expect((await answer).status()).toBe(400)
  }
  await enter(page, code)
  await expect(codeField(page)).toHaveAccessibleDescription('This code is wrong or has expired.')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
})

test('who asks for too many codes is told how long to wait', async ({ page, portal }) => {
  const { email } = await invite(portal)
  await askForCode(page, portal, email)
  const again = page.getByRole('button', { name: 'Send a new code' })
  for (const status of [202, 202, 202, 202, 429]) {
    const answer = page.waitForResponse('**/api/sign-in/code')
    await again.click()
    expect((await answer).status()).toBe(status)
    await expect(again).not.toHaveAttribute('aria-disabled')
  }
  await expect(codeField(page)).toHaveAccessibleDescription('Too many tries. Try again in 15 minutes.')
})

test('an unknown e-mail reads the same on the page, and its mail says that it is not invited', async ({
  page,
  portal,
  openBrowser,
}) => {
  const { email } = await invite(portal)
  const stranger = 'stranger@example.test'
  const other = await openBrowser()
  await askForCode(page, portal, email)
  const mail = await askForCode(other, portal, stranger)

  const wordsOf = (of: Page) => of.getByRole('main').textContent()
  expect((await wordsOf(other))?.replace(stranger, email)).toBe(await wordsOf(page))
  expect(mail.subject).toBe((await portal.mail.mailTo(email)).subject)
  expect(mail.text).toContain(notInvitedMessage)
  expect(mail.text).not.toMatch(/\d{6}|token=/)
  await enter(other, '123456')
  await expect(codeField(other)).toHaveAccessibleDescription('This code is wrong or has expired.')
})

test('a link that scanners have opened still signs in, by the button in the browser that asked', async ({
  page,
  portal,
  openBrowser,
  request,
}) => {
  const { email } = await invite(portal)
  const link = linkIn(await askForCode(page, portal, email))
  expect((await request.get(link)).status()).toBe(200)
  expect((await request.head(link)).status()).toBe(200)
  const scanner = await openBrowser()
  await scanner.goto(link)
  await expect(signInButton(scanner)).toBeVisible()

  const tab = await page.context().newPage()
  await tab.goto(link)
  await expect(tab.getByRole('heading', { name: 'Sign in with your link' })).toBeVisible()
  await signInButton(tab).click()
  await expect(home(tab)).toBeVisible()
})

test('a link in another browser explains itself, and stays good for the one that asked', async ({
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
    'Open this link in the browser in which you asked for it, or enter the code there.',
  )
  await other.goto('/')
  await expect(other.getByRole('link', { name: 'Partner Login' })).toBeVisible()

  const tab = await page.context().newPage()
  await tab.goto(link)
  await signInButton(tab).click()
  await expect(home(tab)).toBeVisible()
})

test('a link works once, and then leads to a new code', async ({ page, portal }) => {
  const { email } = await invite(portal)
  const link = linkIn(await askForCode(page, portal, email))
  const tab = await page.context().newPage()
  await tab.goto(link)
  await signInButton(tab).click()
  await expect(home(tab)).toBeVisible()

  const later = await page.context().newPage()
  await later.goto(link)
  await signInButton(later).click()
  await expect(alertOf(later)).toContainText('This link has been used or has expired. Ask for a new one.')
  await later.getByRole('link', { name: 'Ask for a new code' }).click()
  await expect(later.getByLabel('E-mail')).toBeVisible()
})

test('a link that is pasted into the tab that waits for the code signs in there', async ({
  page,
  portal,
}) => {
  const { email } = await invite(portal)
  const link = linkIn(await askForCode(page, portal, email))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Sign in with your link' })).toBeVisible()
  await signInButton(page).click()
  await expect(home(page)).toBeVisible()
})

test('each demo account signs in with one click', async ({ page }) => {
  await page.goto('/sign-in')
  const accounts = page.getByRole('region', { name: 'Demo accounts' }).getByRole('link')
  await expect(accounts).toHaveCount(5)
  for (const [name, heading] of [
    ['Paula Ortega', 'Partner Dashboard'],
    ['Peter Lang', 'Partner Onboarding'],
    ['Nadia Brooks', 'Onboarding Required'],
    ['Sam Whitfield', 'Partner Dashboard'],
    ['Ada Moreno', 'Partner Dashboard'],
  ] as const) {
    await page.goto('/sign-in')
    await accounts.filter({ hasText: name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    const header = page.getByRole('banner')
    await expect(header.getByText(name, { exact: true }).filter({ visible: true })).toBeVisible()
  }
})

test('the demo without a mail server shows its mail, and signs in with it', async ({ openBrowser }) => {
  const portal = await startPortal({ SMTP_URL: '' })
  const page = await openBrowser({ baseURL: portal.url })
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill('partner@demo.test')
  await page.getByRole('button', { name: 'Mail me a code' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: "See the demo's mail" }).click()
  const mailbox = await opened
  // The page looks for new mail by itself.
  const letter = mailbox.getByRole('article').filter({ hasText: 'partner@demo.test' })
  await expect(letter).toBeVisible()
  const [, code = ''] = /\n(\d{6})\n/.exec((await letter.textContent()) ?? '') ?? []
  await enter(page, code)
  await expect(home(page)).toBeVisible()
  await page.context().close()
  await portal.stop()
})

test('the way to a screen is kept through signing in: by code', async ({ page, portal }) => {
  const { email } = await invite(portal)
  await page.goto('/resources?category=creative')
  await page.getByRole('link', { name: 'Partner Login' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Mail me a code' }).click()
  await enter(page, codeIn(await portal.mail.mailTo(email)))
  await expect(page).toHaveURL('/resources?category=creative')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Resources')
})

test('the way to a screen is kept through signing in: by demo account', async ({ page }) => {
  await page.goto('/api/login?returnTo=%2Fresources%3Fcategory%3Dcreative')
  await expect(page).toHaveURL(/\/sign-in\?/)
  await page.getByRole('link', { name: 'Paula Ortega' }).click()
  await expect(page).toHaveURL('/resources?category=creative')
})

const hostile = (self: string) => [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  `${self}//evil.example`,
  `${self}@evil.example`,
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(document.domain)',
  'data:text/html,<script>alert(1)</script>',
]

test('no return address leads off the portal, whichever way one signs in', async ({ page, portal }) => {
  // Every request to another place fails the test by itself. Whoever has no profile comes to a screen that asks for
  // nothing more, which the next sign-in, that ends this session, could refuse.
  const arrived = page.getByRole('heading', { name: 'Onboarding Required' })
  for (const returnTo of hostile(portal.url)) {
    await test.step(JSON.stringify(returnTo), async () => {
      const query = new URLSearchParams({ as: 'new@demo.test', returnTo })
      await page.goto(`/api/login?${query}`, { waitUntil: 'commit' })
      await expect(arrived).toBeVisible()
      await expect(page).toHaveURL('/')
    })
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

test('who comes back without being signed in is told why', async ({ page }) => {
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

test('when the portal cannot be reached the sign-in page says so, and Retry recovers', async ({
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
  await expect(page.getByLabel('E-mail')).toBeVisible()
})

test('who is signed in already goes on without being asked', async ({ page, portal, signInAs }) => {
  await signInAs(page, await createUser(portal))
  await page.goto('/api/login?returnTo=/onboarding')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Onboarding')
})
