import { expect, test } from './fixtures.ts'

// client/screens.test.ts and client/router.browser.test.tsx test the other screens.
test('a path shows a visitor the landing page, an error response that a user opens is a page, and a tab follows when another tab signs in', async ({
  page,
  context,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/401.*\/objects\/gone$/)
  const expectScreen = async (heading: string, title: string, banners: number) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('banner')).toHaveCount(banners)
  }
  await page.goto('/objects/gone')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to continue')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/sign-in')

  await page.goto('/admin')
  await expectScreen('Partner Portal', 'Partner Portal', 0)
  // The tab of a visitor does not read the current user when the tab gets the focus.
  let reads = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/user')) reads += 1
  })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const other = await context.newPage()
  await signInAs(other, 'admin@demo.test')
  expect(reads).toBe(0)
  await other.goto('/')
  await expectScreen('Admin Panel', 'Admin Panel · Partner Portal', 1)
})
