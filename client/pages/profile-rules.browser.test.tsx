import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getProfile } from '#contract/partners/profile.ts'
import { getPortal } from '#contract/session/session.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { tabTo } from '#test/browser/keyboard.ts'
import { partner } from '#test/browser/people.ts'
import { answer, callsSoFar, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { field, texts } from '#test/browser/steps.ts'

const required = [
  ['Full Name', 'Full name is required', 'Nadia Brooks'],
  ['Email Address', 'Valid email is required', 'nadia@example.com'],
  ['Business Name', 'Business name is required', 'Brooks Hall'],
  ['Business Website', 'Valid website URL is required', 'brookshall.example.com'],
  ['Main Marketing Contact', 'Main marketing contact is required', 'Nadia Brooks'],
  ['Marketing Contact Email', 'Email address is required for email communication', 'nadia@example.com'],
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

/** The choices for the partner and the marketing contact, the field that each choice shows, and the error message of the field. */
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

const own = page.getByRole('radiogroup', { name: 'Preferred Communication Method' })
const marketing = page.getByRole('radiogroup', { name: 'Marketing Contact Communication Method' })
const submit = page.getByRole('button', { name: 'Continue to Documents' })
const summary = page
  .getByRole('alert')
  .filter({ has: page.getByRole('heading', { name: 'There is a problem' }) })

const expectFieldProblem = async (label: string, message: string) => {
  const wrongField = field(page, label)
  await expect.element(wrongField).toHaveAccessibleDescription(new RegExp(RegExp.escape(message)))
  await expect.element(wrongField).toHaveAttribute('aria-invalid', 'true')
}

/** Submits the form without the required values and goes to a field from the summary, by keyboard alone; then fills in the values. */
const submitWithoutRequired = async () => {
  for (const label of ['Full Name', 'Email Address']) await field(page, label).clear()
  await tabTo(submit)
  await userEvent.keyboard('{Enter}')
  await expect.element(summary).toHaveFocus()
  expect(texts(summary.getByRole('link'))).toEqual(required.map(([, message]) => message))
  for (const [label, message] of required) await expectFieldProblem(label, message)

  await tabTo(summary.getByRole('link', { name: 'Business name is required' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(field(page, 'Business Name')).toHaveFocus()
  for (const [label, , text] of required) await field(page, label).fill(text)
  await expect.element(summary).not.toBeInTheDocument()
}

test('the profile form begins with the known values, and shows each error at its field', async () => {
  answerEmptyHome()
  answer(getPortal, { companyName: 'Example Company' })
  answer(getProfile, refusal('not_found'))
  await showPortal('/onboarding', partner)
  await page.getByRole('button', { name: 'Start Onboarding' }).click()
  await expect.element(field(page, 'Full Name')).toHaveValue('Paula Ortega')
  await expect.element(field(page, 'Email Address')).toHaveValue(partner.email)
  await expect.element(field(page, 'State')).toHaveValue('AL')
  expect(field(page, 'State').getByRole('option').elements()).toHaveLength(51)
  for (const group of [own, marketing]) {
    await expect.element(group.getByRole('radio', { checked: true })).toHaveAccessibleName('Email')
    expect(texts(group.getByText(/^(Email|Text\/SMS|WhatsApp)$/))).toEqual(['Email', 'Text/SMS', 'WhatsApp'])
  }
  await expect.element(own).toHaveAccessibleDescription("We'll use the email address above.")

  await submitWithoutRequired()
  for (const [label, text] of wrong) await field(page, label).fill(text)
  for (const [label, , message] of wrong) await expectFieldProblem(label, message)

  for (const choice of conditional) {
    await own.getByRole('radio', { name: choice.own, exact: true }).click()
    await marketing.getByRole('radio', { name: choice.marketing, exact: true }).click()
    await submit.click()
    await expect.element(summary).toHaveFocus()
    await expect.element(field(page, 'Marketing Contact Email')).not.toBeInTheDocument()
    await expectFieldProblem(choice.ownField, choice.ownMessage)
    await expectFieldProblem(choice.marketingField, choice.marketingMessage)
  }
  await expectNoAxeViolations(page.getByRole('main'))
  expect(callsSoFar().filter((call) => call === 'POST /api/partner/profile')).toEqual([])
})
