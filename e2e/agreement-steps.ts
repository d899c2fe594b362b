import { expect, type Page } from '@playwright/test'
import {
  agreementFields,
  type OnboardingType,
  onboardingNames,
} from '#contract/documents/agreements/agreement.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import { exampleContractValues, exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import { field, type InputMethod } from './input-methods.ts'

const values: Record<OnboardingType, Record<string, string>> = {
  nda: exampleNdaValues,
  venue_partnership_agreement: exampleContractValues,
}

const agreementParts = (page: Page, type: OnboardingType) => {
  const agreement = firstAgreements[type]
  const name = onboardingNames[type]
  const card = page.getByRole('region', { name: agreement.title })
  return {
    agreement,
    name,
    card,
    title: card.getByRole('button', { name: agreement.title }),
    // On a phone the text is hidden while the fields are visible.
    paper: card.getByLabel(`Text of the ${name}`),
    signButton: card.getByRole('button', { name: /^Sign Document/ }),
    endButton: card.getByRole('button', {
      name: `Go to the end of the ${name}`,
    }),
    agreeBox: card.getByRole('checkbox', { name: electronicConsent.checkboxLabel }),
    written: values[type],
    // Date fields are prefilled with today.
    typedFields: agreementFields(agreement).filter(({ kind }) => kind !== 'date'),
  }
}

type AgreementParts = ReturnType<typeof agreementParts>

/** Switches to the text or to the fields where both do not fit beside each other. */
const show = async ({ card }: AgreementParts, input: InputMethod, view: 'Document' | 'Details') => {
  const button = card.getByRole('button', { name: view, exact: true })
  if (await button.isVisible()) await input.press(button)
}

/** Scrolls the document to its end, which is required before it can be signed. */
const readToEnd = async (parts: AgreementParts, input: InputMethod) => {
  const { name, card, paper, signButton, endButton } = parts
  await show(parts, input, 'Document')
  await expect(endButton).toBeVisible()
  await expect(card.getByRole('button', { name: /^Sign Document/, disabled: false })).toHaveCount(0)
  await input.press(endButton)
  await expect(paper.getByText(`End of the ${name}`)).toBeInViewport()
  await expect(endButton).toHaveCount(0)
  await show(parts, input, 'Details')
  await expect(signButton).toBeVisible()
}

/** Reads an agreement to its end and fills it in completely, up to the button that signs it. */
const fillAgreement = async (page: Page, input: InputMethod, type: OnboardingType) => {
  const parts = agreementParts(page, type)
  const { card, typedFields, agreeBox, written } = parts
  await readToEnd(parts, input)
  for (const { name, label } of typedFields) {
    await input.fill(field(card, label), written[name] ?? '')
  }
  await input.check(agreeBox)
  return parts
}

/** Reads an agreement, fills it in and signs it. */
export const fillAndSign = async (page: Page, input: InputMethod, type: OnboardingType) => {
  const { card, signButton } = await fillAgreement(page, input, type)
  await input.press(signButton)
  await expect(card.getByRole('button', { name: 'Signed' })).toBeDisabled()
}
