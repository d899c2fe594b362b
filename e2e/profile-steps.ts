import { expect, type Page } from '@playwright/test'
import type { InputMethod } from './input-methods.ts'
import { communicationMethods, field } from './input-methods.ts'

const required = [
  ['Full Name', 'Full name is required'],
  ['Email Address', 'Valid email is required'],
  ['Business Name', 'Business name is required'],
  ['Business Website', 'Valid website URL is required'],
  ['Main Marketing Contact', 'Main marketing contact is required'],
  ['Marketing Contact Email', 'Email address is required for email communication'],
] as const

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

const form = (page: Page) => ({
  submit: page.getByRole('button', { name: 'Continue to Documents' }),
  summary: page.getByRole('alert').filter({ has: page.getByRole('heading', { name: 'There is a problem' }) }),
})

const expectProblems = async (page: Page, messages: readonly string[]) => {
  const { summary } = form(page)
  // On a phone the summary would fill the screen, so that the first wrong field has the focus.
  const isPhone = (page.viewportSize()?.width ?? 0) < 640
  await expect(isPhone ? page.locator('[aria-invalid=true]').first() : summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText(messages)
}

const expectFieldProblem = async (page: Page, label: string, message: string) => {
  const wrongField = field(page, label)
  await expect(wrongField).toHaveAccessibleDescription(new RegExp(RegExp.escape(message)))
  await expect(wrongField).toHaveAttribute('aria-invalid', 'true')
}

/**
 * Submits the form without what is required, and follows the summary to one of the fields.
 * `client/pages/profile-rules.browser.test.tsx` proves the other rules.
 */
export const submitEmptyProfile = async (page: Page, input: InputMethod) => {
  const { submit, summary } = form(page)
  for (const label of ['Full Name', 'Email Address']) await input.fill(field(page, label), '')
  await input.press(submit)
  await expectProblems(
    page,
    required.map(([, message]) => message),
  )
  for (const [label, message] of required) await expectFieldProblem(page, label, message)

  await input.press(summary.getByRole('link', { name: 'Business name is required' }))
  await expect(field(page, 'Business Name')).toBeFocused()
}

/** Corrects every field, and reloads the page before the form is submitted. */
export const fillProfile = async (page: Page, input: InputMethod) => {
  await input.choose(communicationMethods(page).own, 'WhatsApp')
  await input.choose(communicationMethods(page).marketing, 'Text/SMS')
  for (const [label, text] of Object.entries(right)) await input.fill(field(page, label), text)
  // People leave out the https:// of an address.
  await input.fill(field(page, 'Business Website'), 'brookshall.example.com')
  await input.selectOption(field(page, 'State'), 'Florida')
  await expect(field(page, 'Business Website')).toHaveValue('https://brookshall.example.com')
  await expect(form(page).summary).toBeHidden()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await page.reload()
  for (const [label, text] of Object.entries(right)) await expect(field(page, label)).toHaveValue(text)
  await expect(field(page, 'State')).toHaveValue('FL')
  await input.press(form(page).submit)
}
