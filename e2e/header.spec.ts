import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { sessions } from '#server/db/schema/users.ts'
import { createPartner } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { blockRenderedPages } from './requests.ts'

const openAccountMenu = (page: Page) => page.getByRole('button', { name: /^Account: / }).click()

test('Logout ends the session, what is refused meanwhile leads to no other sign-in, and Back shows nothing of it', async ({
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
  const greeting = page.getByText(/^Welcome back, /)
  await expect(greeting).toBeVisible()
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
  expect(await portal.db.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([])
  expect(await page.context().cookies()).toEqual([])

  await page.goBack()
  await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(greeting).toHaveCount(0)
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

test('a theme chosen in the header survives a reload and reaches other tabs, and Logout empties the storage of the tab', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/api\/logout|ERR_FAILED|ERR_CONNECTION_REFUSED/)
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
  await other.close()

  // Logging out empties the storage of the tab, also while the portal does not answer.
  await page.evaluate(() => sessionStorage.setItem('draft:profile', '{"fullName":"Dana"}'))
  await page.route('**/api/logout', (route) => route.abort('connectionrefused'))
  await page.getByRole('banner').getByRole('link', { name: 'Logout' }).click()
  await page.waitForURL(/^chrome-error:/)
  await page.unroute('**/api/logout')
  await page.goto('/')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})
