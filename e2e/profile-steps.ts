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

/** Fills in every field. `client/pages/profile-rules.browser.test.tsx` proves the rules of the form. */
export const fillProfile = async (page: Page, input: InputMethod) => {
  const fill = async (...labels: (keyof typeof right)[]) => {
    for (const label of labels) await input.fill(field(page, label), right[label])
  }
  const methods = communicationMethods(page)
  // The fields are in the order of the page, in which the keyboard reaches them.
  await fill('Full Name', 'Email Address')
  await input.choose(methods.own, 'WhatsApp')
  await fill('WhatsApp Number', 'Business Name')
  await input.selectOption(field(page, 'State'), 'Florida')
  // Users leave out the https:// of an address.
  await input.fill(field(page, 'Business Website'), 'brookshall.example.com')
  await fill('Main Marketing Contact')
  await input.choose(methods.marketing, 'Text/SMS')
  await fill('Marketing Contact Phone Number', 'Facebook', 'Twitter', 'TikTok', 'Instagram')
  await expect(field(page, 'Business Website')).toHaveValue('https://brookshall.example.com')
}

export const submitProfile = (page: Page, input: InputMethod) =>
  input.press(page.getByRole('button', { name: 'Continue to Documents' }))
