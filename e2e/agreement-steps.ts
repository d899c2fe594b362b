import { expect, type Locator, type Page } from '@playwright/test'
import { agreementFields } from '#contract/documents/agreements/agreement.ts'
import { agreements } from '#contract/documents/agreements/agreements.ts'
import { drawValue } from '#contract/documents/agreements/draw-value.ts'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import { exampleContractValues, exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import type { CheckAccessibility } from './axe.ts'
import { field, type InputMethod } from './input-methods.ts'

const values: Record<keyof typeof agreements, Record<string, string>> = {
  nda: exampleNdaValues,
  venue_partnership_agreement: exampleContractValues,
}

const agreementParts = (page: Page, type: keyof typeof agreements) => {
  const agreement = agreements[type]
  const card = page.getByRole('region', { name: agreement.title })
  return {
    agreement,
    card,
    paper: card.getByRole('region', { name: `Text of the ${agreement.shortName}` }),
    signButton: card.getByRole('button', { name: 'Sign Document' }),
    agreeBox: card.getByRole('checkbox', { name: electronicConsent.checkboxLabel }),
    // Dates are prefilled with today.
    typedFields: agreementFields(agreement).filter(({ kind }) => kind !== 'date'),
  }
}

type AgreementParts = ReturnType<typeof agreementParts>

const expectFields = async ({ card, typedFields }: AgreementParts, written: Record<string, string>) => {
  for (const { name, label } of typedFields) await expect(field(card, label)).toHaveValue(written[name] ?? '')
}

const expectInText = async ({ paper, typedFields }: AgreementParts, written: Record<string, string>) => {
  for (const each of typedFields) {
    const drawn = drawValue(each, written[each.name]) ?? ''
    for (const line of drawn.split('\n')) await expect(paper).toContainText(line.trim())
    await expect(paper).not.toContainText(`[${each.label}]`)
  }
}

/** Signs one agreement: incomplete first, then filled in, with a reload before the signature. */
export const signAgreement = async (
  page: Page,
  input: InputMethod,
  type: keyof typeof agreements,
  checkAccessibility: CheckAccessibility,
) => {
  const parts = agreementParts(page, type)
  const { agreement, card, paper, signButton, agreeBox, typedFields } = parts
  const written = values[type]
  const missing = card.getByRole('alert').getByText(agreement.missingMessage)

  await expect(card.getByText('Required', { exact: true })).toBeVisible()
  await expect(missing).toBeHidden()
  const last = typedFields.at(-1) as (typeof typedFields)[number]
  await input.fill(field(card, last.label), '')
  await expect(paper).toContainText(`[${last.label}]`)
  await input.press(signButton)
  await expect(missing).toBeVisible()
  await expect(card.locator('input[aria-invalid=true], textarea[aria-invalid=true]').first()).toBeFocused()
  // The form focuses the field twice, the second time by a timer, which would interrupt the typing.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await checkAccessibility(card)

  for (const { name, label } of typedFields) await input.fill(field(card, label), written[name] ?? '')
  await expectInText(parts, written)
  await expect(missing).toBeHidden()
  await expect(card.getByText('Saved on this device')).toBeVisible()

  await page.reload()
  await expectFields(parts, written)
  await expectInText(parts, written)

  await input.press(signButton)
  await expect(agreeBox).toBeFocused()
  await expect(agreeBox).toHaveAccessibleDescription('Check the box to agree before signing')
  await input.check(agreeBox)
  await input.press(signButton)

  await expect(page.getByText('Document signed successfully!', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Signed' })).toBeDisabled()
  await expect(paper.locator(':focus')).toContainText('/s/ Dana Whitfield')
  await expectInText(parts, written)
  await checkAccessibility(card)
}

/** Opens the consent that the checkbox refers to, and closes it. */
export const readConsent = async (
  card: Locator,
  input: InputMethod,
  checkAccessibility: CheckAccessibility,
) => {
  const opener = card.getByRole('button', { name: /^Read the consent/ })
  const dialog = card.page().getByRole('dialog', { name: electronicConsent.title })
  await input.press(opener)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText(electronicConsent.paragraphs[0])).toBeInViewport()
  await checkAccessibility(dialog)
  await card.page().keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

/** Fills in an agreement completely, up to the button that signs it. */
export const fillAgreement = async (page: Page, input: InputMethod, type: keyof typeof agreements) => {
  const parts = agreementParts(page, type)
  const { card, typedFields, agreeBox } = parts
  for (const { name, label } of typedFields) await input.fill(field(card, label), values[type][name] ?? '')
  await input.check(agreeBox)
  return parts
}
