import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ settings: { DEMO: 'on' } })

test('accounts sign in with one click, the mailbox shows the email with the code, and other tabs follow', async ({
  page,
  signOut,
}) => {
  // A visitor's tab asks for no user when it gets the focus, and follows when another tab signs in.
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let reads = 0
  const countReads = (request: { url: () => string }) => {
    if (request.url().endsWith('/api/auth/user')) reads += 1
  }
  page.on('request', countReads)
  // What the browser sends when the window gets the focus.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const other = await page.context().newPage()
  await other.goto('/sign-in')
  expect(reads).toBe(0)
  await other.getByRole('link', { name: /Paula Ortega/ }).click()
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /Paula Ortega/ })).toBeVisible()
  await other.close()

  // One click leads to the requested screen.
  await signOut(page)
  await page.goto('/api/login?returnTo=%2Fonboarding%3Fstep%3Dprofile')
  await expect(page).toHaveURL(/\/sign-in\?/)
  const accounts = page.getByRole('region', { name: 'Demo accounts' }).getByRole('link')
  await expect(accounts.first()).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(accounts).toContainText([
    'Paula Ortega',
    'Peter Lang',
    'Nadia Brooks',
    'Sam Whitfield',
    'Ada Moreno',
  ])
  await accounts.filter({ hasText: 'Peter Lang' }).click()
  await expect(page).toHaveURL('/onboarding?step=profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Onboarding')
  const header = page.getByRole('banner')
  await expect(header.getByText('Peter Lang', { exact: true }).filter({ visible: true })).toBeVisible()

  // The code in the email signs in.
  await signOut(page)
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('partner@demo.test')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'See the demo mailbox' }).click()
  const mailbox = await opened
  // The page checks for new mail by itself.
  const email = mailbox.getByRole('article').filter({ hasText: 'partner@demo.test' })
  await expect(email).toBeVisible()
  const [, code = ''] = /\n(\w{4}-\w{4})\n/.exec((await email.textContent()) ?? '') ?? []
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Partner Dashboard' })).toBeVisible()
})
