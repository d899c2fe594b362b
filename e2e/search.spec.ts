import { createPartner } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { createGate } from './requests.ts'

// client/features/search/search.browser.test.tsx tests what the search shows and where it leads.
test('the search finds what was typed before it has loaded, and Enter opens the partner that is found', async ({
  page,
  portal,
  signInAs,
}) => {
  const { profile } = await createPartner(portal, { fullName: 'Petra Quill', businessName: 'Wagtail Lodge' })
  await signInAs(page, 'support@demo.test')
  const gate = createGate()
  await page.route(/palette.*\.js$/, async (route) => {
    await gate.opened
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('wagtailx')
  await page.keyboard.press('Backspace')
  gate.open()
  const palette = page.getByRole('dialog', { name: 'Search' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  // The user types fast and presses Enter before the results arrive.
  await page.keyboard.type(' lodge')
  await page.keyboard.press('Enter')
  const record = page.getByRole('dialog', { name: 'Petra Quill' })
  await expect(record).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`record=${profile.id}`))
  await expect(palette).toBeHidden()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette.getByRole('combobox')).toHaveValue('')
})
