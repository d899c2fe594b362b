import { expect, type Page } from '@playwright/test'
import type { CheckAccessibility } from './axe.ts'
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

const wrong = [
  ['Email Address', 'nadia@', 'Valid email is required'],
  ['Business Website', 'javascript:alert(1)', 'Valid website URL is required'],
  ['Marketing Contact Email', 'marketing', 'Valid email'],
  ['Facebook', 'my page', 'Valid Facebook URL'],
  ['Twitter', 'javascript:alert(1)', 'Valid Twitter URL'],
  ['TikTok', 'ftp://tiktok.com/@brooks', 'Valid TikTok URL'],
  ['Instagram', 'https://instagram', 'Valid Instagram URL'],
] as const

/** The choices of the partner and of the marketing contact, the field that each shows, and its message. */
const conditional = [
  {
    own: 'Text/SMS',
    ownField: 'Phone Number',
    ownMessage: 'Phone number is required for text communication',
    marketing: 'WhatsApp',
    marketingField: 'Marketing Contact WhatsApp Number',
    marketingMessage: 'WhatsApp number is required for WhatsApp communication',
  },
  {
    own: 'WhatsApp',
    ownField: 'WhatsApp Number',
    ownMessage: 'WhatsApp number is required for WhatsApp communication',
    marketing: 'Text/SMS',
    marketingField: 'Marketing Contact Phone Number',
    marketingMessage: 'Phone number is required for text communication',
  },
]

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

/** Submits the form without what is required, and follows the summary to one of the fields. */
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

/** Submits the form with everything that can be wrong with it. It is still invalid afterwards. */
export const submitInvalidProfile = async (
  page: Page,
  input: InputMethod,
  checkAccessibility: CheckAccessibility,
) => {
  const { submit, summary } = form(page)
  const { own, marketing } = communicationMethods(page)

  await expect(field(page, 'Full Name')).toHaveValue('Nadia Brooks')
  await expect(field(page, 'Email Address')).toHaveValue('new@demo.test')
  await expect(field(page, 'State')).toHaveValue('AL')
  await expect(field(page, 'State').getByRole('option')).toHaveCount(51)
  for (const group of [own, marketing]) {
    await expect(group.getByRole('radio', { checked: true })).toHaveAccessibleName('Email')
    await expect(group.getByText(/^(Email|Text\/SMS|WhatsApp)$/)).toHaveText([
      'Email',
      'Text/SMS',
      'WhatsApp',
    ])
  }
  await expect(own).toHaveAccessibleDescription("We'll use the email address above.")
  await submitEmptyProfile(page, input)

  for (const [label, text] of wrong) await input.fill(field(page, label), text)
  for (const [label, , message] of wrong) await expectFieldProblem(page, label, message)

  for (const choice of conditional) {
    await input.choose(own, choice.own)
    await input.choose(marketing, choice.marketing)
    await input.press(submit)
    await expect(summary).toBeFocused()
    await expect(field(page, 'Marketing Contact Email')).toBeHidden()
    await expectFieldProblem(page, choice.ownField, choice.ownMessage)
    await expectFieldProblem(page, choice.marketingField, choice.marketingMessage)
  }
  await checkAccessibility(page.getByRole('main'))
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
