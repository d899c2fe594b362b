import { eq } from 'drizzle-orm'
import { sessions } from '#server/db/schema/users.ts'
import { createPartner } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { blockRenderedPages } from './requests.ts'

test('Logout ends the session, refused requests do not lead to another sign-in, and Back shows nothing of the session', async ({
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
    // This is longer than a redirect to the sign-in takes.
    await page.waitForTimeout(1_000)
    await route.fulfill({ response })
  })
  await page.goto('/')
  const greeting = page.getByText(/^Welcome back, /)
  await expect(greeting).toBeVisible()
  await page.evaluate(() => sessionStorage.setItem('draft:profile', '{"fullName":"Dana"}'))
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
  expect(await portal.db.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([])
  expect(await page.context().cookies()).toEqual([])
  // The next user at the same computer sees nothing that was typed.
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

  await page.goBack()
  await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(greeting).toHaveCount(0)
})
