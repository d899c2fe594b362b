import { expect, test } from './fixtures.ts'

test('an error that a person opens is a page, and the next step leads on', async ({
  page,
  signOut,
  browserErrors,
}) => {
  browserErrors.allow(/401.*\/objects\/gone$/)
  await signOut(page)
  await page.goto('/objects/gone')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to continue')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/sign-in')
})
