import { expect, type Page } from '@playwright/test'
import type { InputMethod } from './input-methods.ts'
import { communicationMethods, field } from './input-methods.ts'

const right = {
  'Full Name': 'Nadia Brooks',
  'Email Address': 'nadia.brooks@example.com',
  'Business Name': 'Brooks & Sons “Tide” Hall',
  'Main Marketing Contact': 'Théo Brooks',
  'Marketing Contact Phone Number': '+1 555 010 0177',
  'WhatsApp Number': '+1 555 010 0142',
  Facebook: 'https://facebook.com/brookshall',
  Twitter: '',
  TikTok: '',
  Instagram: '',
}

/**
 * Fills in every field, and reloads the page before the form is submitted. `client/pages/profile-rules.browser.test.tsx` proves the
 * rules of the form.
 */
export const fillProfile = async (page: Page, input: InputMethod) => {
  await input.choose(communicationMethods(page).own, 'WhatsApp')
  await input.choose(communicationMethods(page).marketing, 'Text/SMS')
  for (const [label, text] of Object.entries(right)) await input.fill(field(page, label), text)
  // People leave out the https:// of an address.
  await input.fill(field(page, 'Business Website'), 'brookshall.example.com')
  await input.selectOption(field(page, 'State'), 'Florida')
  await expect(field(page, 'Business Website')).toHaveValue('https://brookshall.example.com')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await page.reload()
  for (const [label, text] of Object.entries(right)) await expect(field(page, label)).toHaveValue(text)
  await expect(field(page, 'State')).toHaveValue('FL')
  await input.press(page.getByRole('button', { name: 'Continue to Documents' }))
}
