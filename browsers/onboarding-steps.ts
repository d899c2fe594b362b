import {
  type AgreementField,
  agreementFields,
  type OnboardingType,
  onboardingNames,
} from '#contract/documents/agreements/agreement.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import { exampleContractValues, exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import type { Target } from './find-element.ts'
import { expect, type User } from './fixtures.ts'
import { picture } from './pictures.ts'
import { by } from './steps.ts'

const profile = {
  'Full Name': 'Nadia Brooks',
  'Email Address': 'nadia.brooks@example.com',
  'WhatsApp Number': '+1 555 010 0142',
  'Business Name': 'Brooks & Sons “Tide” Hall',
  'Business Website': 'https://brookshall.example.com',
  'Main Marketing Contact': 'Théo Brooks',
  'Marketing Contact Email': 'theo@brookshall.example.com',
}

/** Fills in the profile form, and follows the summary of its problems to the first problem. */
export const fillProfile = async (user: User) => {
  const next = by.button('Continue to Documents')
  await user.press(next)
  await user.press(by.link('Business name is required'))
  await expect.poll(async () => (await user.look(by.textbox('Business Name'))).hasFocus).toBe(true)
  const ownMethod: Target = { selector: '[role=radiogroup]', name: 'Preferred Communication Method' }
  await user.press({ selector: 'label', name: 'WhatsApp', within: ownMethod })
  for (const [label, text] of Object.entries(profile)) await user.fill(by.textbox(label), text)
  await user.choose({ role: 'combobox', name: 'State' }, 'Florida')
  await user.see(by.text('Saved on this device'))
  await picture(user, 'profile')
  await user.press(next)
}

const values: Record<OnboardingType, Record<string, string>> = {
  nda: exampleNdaValues,
  venue_partnership_agreement: exampleContractValues,
}

/** Reads an agreement to its end, by the End key or by its button, and leaves the agreement ready to be signed. */
const readToEnd = async (user: User, card: Target, name: string) => {
  const sign: Target = { role: 'button', matching: '^Sign', within: card }
  await user.see(by.button(`Go to the end of the ${name}`, card))
  await picture(user, `${name}-to-read`)
  if (name === onboardingNames.nda) {
    await user.press({ selector: `[aria-label="Text of the ${name}"]`, within: card })
    await user.browser.pressKey('End')
  } else {
    await user.press(by.button(`Go to the end of the ${name}`, card))
  }
  await user.seeNone(by.button(`Go to the end of the ${name}`, card))
  await user.press({ role: 'button', matching: '^Continue to (details|sign)$', within: card })
  await user.see(sign)
}

const fillField = (user: User, card: Target, { label, kind }: AgreementField, value: string) =>
  kind === 'date' ? user.enterDay(by.textbox(label, card), value) : user.fill(by.textbox(label, card), value)

/** Reads, fills in and signs an agreement with a typed name. A phone shows either the text or the fields. */
export const signAgreement = async (user: User, type: OnboardingType) => {
  const agreement = firstAgreements[type]
  const name = onboardingNames[type]
  const card: Target = { role: 'region', name: agreement.title }
  await readToEnd(user, card, name)
  for (const field of agreementFields(agreement)) {
    // The date is prefilled with today.
    if (/signatureDate/i.test(field.name)) continue
    await fillField(user, card, field, values[type][field.name] ?? '')
  }
  await user.see(by.text(`All ${agreementFields(agreement).length} filled in`, card))
  await user.press({ role: 'checkbox', name: electronicConsent.checkboxLabel, within: card })
  await picture(user, `${name}-filled-in`)
  await user.press({ role: 'button', matching: '^Sign Document', within: card })
  await user.see({ matching: '^Signed by Dana Whitfield on ', within: card })
}
