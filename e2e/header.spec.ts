import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { sessions } from '#server/db/schema/users.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { tabTo } from './input-methods.ts'
import { blockRenderedPages } from './requests.ts'

const links = ['Dashboard', 'Resources', 'Admin']

const openAccountMenu = (page: Page) => page.getByRole('button', { name: /^Account: / }).click()

test('the header links to every screen and marks the current one', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  const bar = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
  const current = bar.getByRole('link').and(page.locator('[aria-current=page]'))

  await page.goto('/dashboard')
  await expect(bar.getByRole('link')).toHaveText(links)
  await expect(current).toHaveText(['Dashboard'])
  for (const [label, path] of [
    ['Resources', '/resources'],
    ['Admin', '/admin'],
    ['Dashboard', '/'],
  ] as const) {
    await bar.getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(path)
    await expect(current).toHaveText([label])
  }
  await page.goto('/welcome')
  await expect(page.getByRole('heading', { name: 'Welcome to Partner Portal' })).toBeVisible()
  await expect(current).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Partner Portal' }).click()
  await expect(page).toHaveURL('/')
})

test('every signed-in user gets every link of the header, Admin included', async ({
  openBrowser,
  signInAs,
}) => {
  for (const person of ['support@demo.test', 'new@demo.test']) {
    const page = await openBrowser()
    await signInAs(page, person)
    await page.goto('/')
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(links)
  }
})

test('the header shows a picture, else initials and the name, and the email address for a user without a name', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404 .*\/api\/gone\.png$/)
  const header = page.getByRole('banner')
  const shown = (text: string | RegExp) => header.getByText(text, { exact: true }).filter({ visible: true })
  const picture = header.locator('img').filter({ visible: true })
  const names = { firstName: 'Élodie', lastName: 'van der Berg' }

  await signInAs(page, await createUser(portal, { ...names, profileImageUrl: '/apple-touch-icon.png' }))
  await page.goto('/')
  await expect(picture).toBeVisible()
  await expect(shown('ÉV')).toHaveCount(0)

  await signInAs(page, await createUser(portal, { ...names, profileImageUrl: '/api/gone.png' }))
  await page.goto('/')
  await expect(shown('ÉV')).toBeVisible()
  await expect(shown('Élodie van der Berg')).toHaveAttribute('title', /person-\d+@example\.test/)
  await expect(picture).toHaveCount(0)

  await signInAs(page, await createUser(portal, { firstName: null, lastName: null }))
  await page.goto('/')
  await expect(shown('P')).toBeVisible()
  await expect(shown(/^person-\d+@example\.test$/)).toBeVisible()
})

test('a very long name does not push Logout out of the header', async ({ page, portal, signInAs }) => {
  await signInAs(
    page,
    await createUser(portal, { firstName: 'Wolfeschlegelsteinhausen'.repeat(4), lastName: 'B' }),
  )
  const menu = page.getByRole('button', { name: 'Open menu' })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 })
    if (await menu.isVisible()) await menu.click()
    await expect(page.getByRole('link', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  }
})

test('Logout ends the session, and Back shows nothing of it', async ({ page, portal, signInAs }) => {
  const { user } = await createPartner(portal, { status: 'completed' })
  await signInAs(page, user)
  await page.goto('/resources')
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
  expect(await portal.db.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([])
  expect(await page.context().cookies()).toEqual([])

  await page.goBack()
  await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
})

test('what is refused while the answer to Logout is on its way leads to no other sign-in', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user } = await createPartner(portal, { status: 'completed' })
  await signInAs(page, user)
  const hasLoggedOut = Promise.withResolvers<void>()
  await blockRenderedPages(page)
  await page.route('**/api/partner/activations', async (route) => {
    await hasLoggedOut.promise
    await route.continue()
  })
  const refused = page.waitForResponse((response) => response.url().endsWith('/api/partner/activations'))
  await page.route('**/api/logout', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    hasLoggedOut.resolve()
    expect((await refused).status()).toBe(401)
    // Longer than it takes to be led to the sign-in.
    await page.waitForTimeout(1_000)
    await route.fulfill({ response })
  })
  await page.goto('/')
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
})

test('Logout in a new tab leads the page it was pressed on to the sign-in', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401 /)
  const { user } = await createPartner(portal, { status: 'completed' })
  await signInAs(page, user)
  const listening = page.waitForRequest('**/api/events?*')
  await page.goto('/')
  await listening
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Logout' }).click({ modifiers: ['ControlOrMeta'] })
  await expect((await opening).getByRole('link', { name: 'Partner Login' })).toBeVisible()
  await expect(page).toHaveURL('/sign-in')
})

test('the first press of Tab reaches Skip to content, which skips the header', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a theme chosen in the header survives a reload and reaches other tabs', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  await page.goto('/')
  const other = await page.context().newPage()
  await other.goto('/resources')
  const background = (shown: Page) =>
    shown.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const theme = page.getByRole('group', { name: 'Theme' })
  await openAccountMenu(page)
  await expect(theme.getByRole('radio', { name: 'System' })).toBeChecked()
  const light = await background(page)

  await theme.getByRole('radio', { name: 'Dark' }).check()
  await expect.poll(() => background(page)).not.toBe(light)
  const dark = await background(page)
  await expect.poll(() => background(other)).toBe(dark)
  await page.reload()
  await openAccountMenu(page)
  await expect(theme.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await background(page)).toBe(dark)
  await theme.getByRole('radio', { name: 'Light' }).check()
  await expect.poll(() => background(page)).toBe(light)
  // The focus leaves the menu, and nothing is open behind it.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Logout' })).toBeFocused()
  await expect(theme).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  const menuOf = (page: Page) => ({
    open: page.getByRole('button', { name: 'Open menu' }),
    close: page.getByRole('button', { name: 'Close menu' }),
    links: page.getByRole('navigation', { name: 'Main menu' }),
  })

  test('the menu shows the links, the user and Logout, and closes again', async ({ page, signInAs }) => {
    await signInAs(page, 'partner@demo.test')
    await page.goto('/')
    const menu = menuOf(page)
    await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Logout' })).toBeHidden()
    await expect(menu.open).toHaveAttribute('aria-expanded', 'false')

    await menu.open.tap()
    await expect(menu.close).toHaveAttribute('aria-expanded', 'true')
    await expect(menu.links.getByRole('link')).toHaveText(links)
    await expect(menu.links.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText('Paula Ortega', { exact: true }).filter({ visible: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()

    await menu.close.tap()
    await expect(menu.links).toBeHidden()
  })

  test('the menu closes on the way to another screen, on Back, and on a press of the current link', async ({
    page,
    signInAs,
  }) => {
    await signInAs(page, 'partner@demo.test')
    await page.goto('/')
    const menu = menuOf(page)
    await menu.open.tap()
    await menu.links.getByRole('link', { name: 'Resources' }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Resources')
    await expect(menu.links).toBeHidden()

    await menu.open.tap()
    await expect(menu.links).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Dashboard')
    await expect(menu.links).toBeHidden()

    await menu.open.tap()
    await menu.links.getByRole('link', { name: 'Dashboard' }).tap()
    await expect(menu.links).toBeHidden()
  })

  test('the menu works by the keyboard, and Escape closes it and gives the focus back', async ({
    page,
    signInAs,
  }) => {
    await signInAs(page, 'partner@demo.test')
    await page.goto('/')
    const menu = menuOf(page)
    await tabTo(menu.open)
    await page.keyboard.press('Space')
    await expect(menu.close).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(menu.links.getByRole('link', { name: 'Dashboard' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu.links).toBeHidden()
    await expect(menu.open).toBeFocused()

    await page.keyboard.press('Enter')
    await tabTo(menu.links.getByRole('link', { name: 'Admin' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
    await expect(menu.links).toBeHidden()
  })
})

test('logging out empties the storage of the tab, also while the portal does not answer', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/api\/logout|ERR_FAILED|ERR_CONNECTION_REFUSED/)
  await signInAs(page, 'partner@demo.test')
  await page.goto('/')
  await page.evaluate(() => sessionStorage.setItem('draft:profile', '{"fullName":"Dana"}'))
  await page.route('**/api/logout', (route) => route.abort('connectionrefused'))
  await page.getByRole('banner').getByRole('link', { name: 'Logout' }).click()
  await page.waitForURL(/^chrome-error:/)
  await page.unroute('**/api/logout')
  await page.goto('/')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})
