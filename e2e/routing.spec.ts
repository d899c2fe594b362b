import type { Page } from '@playwright/test'
import { createPartner, createUser } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import type { Person, Portal } from './portal.ts'
import { blockRenderedPages, createGate, trackPendingRequests } from './requests.ts'

/** Each screen by its heading and the title of its page. */
const screens = {
  landing: ['Partner Portal', 'Partner Portal'],
  dashboard: ['Partner Dashboard', 'Dashboard · Partner Portal'],
  admin: ['Admin Panel', 'Admin Panel · Partner Portal'],
  denied: ['Access Denied', 'Admin Panel · Partner Portal'],
  welcome: ['Welcome to Partner Portal', 'Welcome · Partner Portal'],
  preOnboarding: ['Onboarding Required', 'Onboarding · Partner Portal'],
  onboarded: ['Onboarding Complete', 'Onboarding · Partner Portal'],
  onboarding: ['Partner Onboarding', 'Partner Onboarding · Partner Portal'],
  resources: ['Partner Resources', 'Partner Resources · Partner Portal'],
  notFound: ['404 Page Not Found', 'Page not found · Partner Portal'],
} as const
type Screen = keyof typeof screens

const everyPath: Record<string, Screen> = {
  '/': 'dashboard',
  '/dashboard': 'dashboard',
  '/dashboard/': 'dashboard',
  '/admin': 'admin',
  '/welcome': 'welcome',
  '/pre-onboarding': 'preOnboarding',
  '/onboarding': 'onboarding',
  '/resources': 'resources',
  '/nowhere': 'notFound',
  '/dashboard/nowhere': 'notFound',
}

/** Every path shows this screen, but for the paths that are listed. */
const always = (screen: Screen, listed: Record<string, Screen> = {}) => ({
  ...Object.fromEntries(
    ['/', '/dashboard', '/admin', '/resources', '/nowhere'].map((path) => [path, screen]),
  ),
  ...listed,
})

const onboardingPaths = { '/pre-onboarding': 'preOnboarding', '/onboarding': 'onboarding' } as const

interface Row {
  user: string
  create?: (portal: Portal) => Promise<Person>
  paths: Record<string, Screen>
}

const rows: Row[] = [
  { user: 'a visitor', paths: always('landing', { '/welcome': 'landing', '/onboarding': 'landing' }) },
  { user: 'support', create: async () => 'support@demo.test', paths: everyPath },
  { user: 'an admin', create: async () => 'admin@demo.test', paths: { '/': 'dashboard', '/admin': 'admin' } },
  {
    user: 'an onboarded partner',
    create: async () => 'partner@demo.test',
    paths: { ...everyPath, '/admin': 'denied', '/pre-onboarding': 'onboarded' },
  },
  {
    user: 'a partner with two agreements to sign',
    create: async () => 'pending@demo.test',
    paths: always('onboarding', onboardingPaths),
  },
  {
    user: 'a partner whose profile staff have entered',
    create: async (portal) => (await createPartner(portal, { status: 'profile' })).user,
    paths: { '/': 'onboarding', '/resources': 'onboarding', ...onboardingPaths },
  },
  {
    user: 'a partner without a profile',
    create: (portal) => createUser(portal),
    paths: always('preOnboarding', onboardingPaths),
  },
]

const expectScreen = async (page: Page, screen: Screen) => {
  const [heading, title] = screens[screen]
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(page).toHaveTitle(title)
  await expect(page.getByRole('banner')).toHaveCount(screen === 'landing' ? 0 : 1)
}

for (const { user, create, paths } of rows) {
  test(`every path shows ${user} the right screen`, async ({ page, portal, signInAs }) => {
    if (create) await signInAs(page, await create(portal))
    for (const [path, screen] of Object.entries(paths)) {
      await test.step(`${path} shows ${screen}`, async () => {
        await page.goto(path)
        await expectScreen(page, screen)
      })
    }
  })
}

test('an unknown address shows an error and links to the home page', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  await page.goto('/nowhere')
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expectScreen(page, 'dashboard')
  await expect(page).toHaveURL('/')
})

test('going to another screen moves the focus and the title and scrolls to the top', async ({
  page,
  signInAs,
}) => {
  await signInAs(page, 'partner@demo.test')
  await page.goto('/')
  await expect(page.getByText('Winter Wellness Weekend')).toBeVisible()
  await page.mouse.wheel(0, 2000)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Resources', exact: true }).click()
  await expectScreen(page, 'resources')
  await expect(page.getByRole('main')).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expectScreen(page, 'dashboard')
  await page.goForward()
  await expectScreen(page, 'resources')
})

for (const [what, path] of [
  ['session', '/api/auth/user'],
  ['profile', '/api/partner/profile'],
] as const) {
  test(`while the ${what} loads there is a spinner, and Retry recovers from an error and from no answer`, async ({
    page,
    signInAs,
    browserErrors,
  }) => {
    browserErrors.allow(new RegExp(`(500|ERR_FAILED).*${path}$`))
    await signInAs(page, 'partner@demo.test')
    await blockRenderedPages(page)
    const gate = createGate()
    const pending = trackPendingRequests(page)
    await page.route(path, async (route) => {
      await gate.opened
      await route.continue()
    })
    await page.goto('/')
    // Waits for all other requests, since a screen that came too soon would request files of its own.
    await expect.poll(pending).toEqual([path])
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(page.getByRole('status')).toHaveText('Loading...')
    await expect(page.getByRole('heading')).toHaveCount(0)
    gate.open()
    await expectScreen(page, 'dashboard')
    await expect(page.getByText('Loading...')).toHaveCount(0)

    await page.unroute(path)
    await page.route(path, (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/resources')
    const alert = page.getByRole('alert').filter({ hasText: 'The portal cannot be reached' })
    await expect(alert).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
    await page.unroute(path)
    await page.route(path, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(path))
    await alert.getByRole('button', { name: 'Retry' }).click()
    await failed
    await expect(alert).toBeVisible()
    await page.unroute(path)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expectScreen(page, 'resources')
  })
}
