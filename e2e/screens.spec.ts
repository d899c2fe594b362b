import type { Page } from '@playwright/test'
import { createActivation, createPartner, createTask } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Person, Portal } from './portal.ts'
import { blockRenderedPages } from './requests.ts'

/** A screen of a user, and a text that shows when it has loaded. */
interface Screen {
  name: string
  who?: Person
  path: string
  shows: string
}

const screens: Screen[] = [
  { name: 'landing', path: '/', shows: 'Welcome to the Partner Platform' },
  { name: 'sign-in', path: '/sign-in', shows: 'Email me a code' },
  { name: 'sign-in refused', path: '/sign-in?error=not_invited', shows: 'Not signed in' },
  { name: 'sign-in by link', path: '/sign-in#token=none', shows: 'Sign in with your link' },
  { name: 'dashboard', who: 'partner@demo.test', path: '/', shows: 'Winter Wellness Weekend' },
  { name: 'dashboard of staff', who: 'support@demo.test', path: '/', shows: 'Welcome back, All Partners!' },
  { name: 'welcome', who: 'partner@demo.test', path: '/welcome', shows: 'Need Help' },
  { name: 'pre-onboarding', who: 'new@demo.test', path: '/', shows: 'Onboarding Required' },
  { name: 'onboarding, welcome', who: 'new@demo.test', path: '/onboarding', shows: 'Step 1 of 4' },
  {
    name: 'onboarding, profile',
    who: 'new@demo.test',
    path: '/onboarding?step=profile',
    shows: 'Step 2 of 4',
  },
  { name: 'onboarding, documents', who: 'pending@demo.test', path: '/', shows: '0 of 2 agreements signed' },
  { name: 'onboarding, complete', who: 'partner@demo.test', path: '/onboarding', shows: 'Step 4 of 4' },
  { name: 'resources', who: 'partner@demo.test', path: '/resources', shows: 'Creative Assets' },
  { name: 'admin', who: 'admin@demo.test', path: '/admin', shows: 'Profile Completed' },
  { name: 'admin denied', who: 'partner@demo.test', path: '/admin', shows: 'Access Denied' },
  { name: 'not found', who: 'partner@demo.test', path: '/nowhere', shows: '404 Page Not Found' },
]

/** The journeys check these with axe, at both widths. */
const checkedByJourneys = /^(landing|sign-in|pre-onboarding|onboarding, (welcome|profile|documents))$/

const show = async (page: Page, { path, shows }: Screen) => {
  await page.goto(path)
  await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

const expectNoSidewaysScrolling = async (page: Page, widths: number[]) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const needed = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(needed, `the width of ${page.url()} at ${width} px`).toBe(width)
  }
}

for (const screen of screens) {
  test(`the screen passes axe and fits a phone: ${screen.name}`, async ({ page, signInAs }) => {
    if (screen.who) await signInAs(page, screen.who)
    await show(page, screen)
    const isChecked = checkedByJourneys.test(screen.name)
    if (!isChecked) await expectNoAxeViolations(page)
    await expectNoSidewaysScrolling(page, [320, 390])
    if (!isChecked) await expectNoAxeViolations(page)
  })
}

test('screens pass axe while they load, when they cannot load, and with the menu open', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED/)
  await signInAs(page, 'partner@demo.test')
  await page.setViewportSize({ width: 390, height: 844 })
  await blockRenderedPages(page)
  await page.route('/api/auth/user', async () => {})
  await page.goto('/')
  await expect(page.getByText('Loading...')).toBeVisible()
  // The rules for whole pages require a heading, which comes with the screen.
  await expectNoAxeViolations(page, page.getByRole('status'))

  await page.unrouteAll()
  await blockRenderedPages(page)
  await page.route(/\/api\/partner\/(documents|activations|tasks)$/, async () => {})
  await page.goto('/')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(6)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectNoAxeViolations(page)

  await page.unrouteAll()
  await blockRenderedPages(page)
  await page.route(/\/api\/partner\/(documents|activations|tasks)$/, (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(3)
  await expectNoAxeViolations(page)

  for (const [path, address] of [
    ['/api/auth/user', '/'],
    ['/api/sign-in', '/sign-in'],
  ] as const) {
    await page.route(path, (route) => route.abort())
    await page.goto(address)
    await expect(page.getByRole('alert')).toContainText('The portal cannot be reached')
    await expectNoAxeViolations(page)
  }
})

/** A partner with the longest names that are stored, each one word. */
const createLongNames = async (portal: Portal) => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5).slice(0, 200)
  const { user, profile } = await createPartner(portal, {
    status: 'completed',
    fullName: long,
    businessName: long,
    user: { firstName: long, lastName: long, email: `${'e'.repeat(60)}@${'long-host.'.repeat(18)}test` },
  })
  const partnerId = profile.id
  await createTask(portal, { partnerId, taskName: long, dueDate: new Date('2020-01-01T12:00:00Z') })
  await createActivation(portal, { partnerId, name: long })
  return { user, long }
}

test('names of 200 letters in one word break no screen', async ({ page, portal, signInAs, openBrowser }) => {
  const { user, long } = await createLongNames(portal)
  const staff = await openBrowser()
  await signInAs(page, user)
  await signInAs(staff, 'support@demo.test')
  for (const [browser, path, place] of [
    [page, '/', page.getByRole('region', { name: 'Partner Tasks' })],
    [staff, '/', staff.getByRole('region', { name: 'Partner Tasks' })],
    [page, '/onboarding', page.getByRole('main')],
    [page, '/onboarding?step=documents', page.getByRole('main')],
  ] as const) {
    await browser.goto(path)
    await expect(place).toContainText(path === '/' ? long : 'Dana Whitfield')
    await expectNoSidewaysScrolling(browser, [1440, 768, 390, 320])
  }
})
