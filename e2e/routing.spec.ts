import { expect, test } from './fixtures.ts'

// The other screens are proven in client/screens.test.ts and client/router.browser.test.tsx.
test('a path shows a visitor the landing page, and an admin the admin panel', async ({ page, signInAs }) => {
  const expectScreen = async (heading: string, title: string, banners: number) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('banner')).toHaveCount(banners)
  }
  for (const path of ['/', '/admin']) {
    await page.goto(path)
    await expectScreen('Partner Portal', 'Partner Portal', 0)
  }
  await signInAs(page, 'admin@demo.test')
  await page.goto('/admin')
  await expectScreen('Admin Panel', 'Admin Panel · Partner Portal', 1)
})
