import { createPartner } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { uniqueName } from './resource-steps.ts'

test('the list stays when the script of the partner page cannot be loaded, and reloads when an update has removed the script', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(
    /opened-partner|dynamically imported module|ERR_FAILED|status of 404|could not be loaded/,
  )
  const { profile } = await createPartner(portal, {
    fullName: uniqueName('Vera'),
    businessName: uniqueName('Lounge'),
  })
  const { fullName, businessName } = profile
  const list = `/admin?tab=partners&search=${businessName.replaceAll(' ', '+')}`
  await signInAs(page, 'support@demo.test')
  /** What happens to requests for the script. Set before the page loads, because an idle browser loads the script ahead. */
  let file: 'fails' | 'is gone' | 'is there' = 'fails'
  await page.route('**/assets/opened-partner*', (route) => {
    if (file === 'is there') return route.fallback()
    return file === 'fails' ? route.abort() : route.fulfill({ status: 404 })
  })
  await page.goto(list)
  const link = page.getByRole('link', { name: `View ${fullName}` })
  await link.click()
  const instead = page.getByRole('dialog', { name: 'This could not be loaded' })
  await expect(instead).toBeVisible()
  await instead.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(list)

  // The script is missing until the page reloads.
  file = 'is gone'
  const loaded = page.waitForEvent('load')
  page.on('request', (request) => {
    if (request.isNavigationRequest()) file = 'is there'
  })
  await link.click()
  await loaded
  await expect(page.getByRole('dialog', { name: `${businessName} ${fullName}` })).toBeVisible()
})
