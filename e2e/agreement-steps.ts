import { expect, type Locator, type Page } from '@playwright/test'
import {
  agreementFields,
  type OnboardingType,
  onboardingNames,
} from '#contract/documents/agreements/agreement.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { drawValue } from '#contract/documents/agreements/draw-value.ts'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import { exampleContractValues, exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import type { CheckAccessibility } from './axe.ts'
import { field, type InputMethod } from './input-methods.ts'

const values: Record<OnboardingType, Record<string, string>> = {
  nda: exampleNdaValues,
  venue_partnership_agreement: exampleContractValues,
}

/** @param agreed terms that staff have entered, which the signer cannot change */
export const agreementParts = (page: Page, type: OnboardingType, agreed: Record<string, string> = {}) => {
  const agreement = firstAgreements[type]
  const name = onboardingNames[type]
  const card = page.getByRole('region', { name: agreement.title })
  return {
    agreement,
    name,
    card,
    title: card.getByRole('button', { name: agreement.title }),
    // On a phone it is hidden while its fields are shown.
    paper: card.getByLabel(`Text of the ${name}`),
    signButton: card.getByRole('button', { name: /^Sign Document/ }),
    endButton: card.getByRole('button', {
      name: `Go to the end of the ${name}`,
    }),
    agreeBox: card.getByRole('checkbox', { name: electronicConsent.checkboxLabel }),
    written: { ...values[type], ...agreed } as Record<string, string>,
    // Dates are prefilled with today.
    typedFields: agreementFields(agreement).filter(({ kind, name }) => kind !== 'date' && !(name in agreed)),
  }
}

type AgreementParts = ReturnType<typeof agreementParts>

/** Where agreement and fields do not have room beside each other: shows one of them. */
const show = async ({ card }: AgreementParts, input: InputMethod, view: 'Document' | 'Details') => {
  const button = card.getByRole('button', { name: view, exact: true })
  if (await button.isVisible()) await input.press(button)
}

/** The document must have been seen to its end before it can be signed. */
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

const expectFields = async ({ card, typedFields, written }: AgreementParts) => {
  for (const { name, label } of typedFields) {
    await expect(field(card, label)).toHaveValue(written[name] ?? '')
  }
}

/** The text shows what is written in the fields. It is read as a whole: it is long, and has each of them. */
const expectInText = async ({ paper, typedFields, written }: AgreementParts) => {
  const drawn = typedFields.flatMap((each) => (drawValue(each, written[each.name]) ?? '').split('\n'))
  const missing = async () => {
    const text = (await paper.textContent())?.replaceAll(/\s+/g, ' ') ?? ''
    const places = typedFields.map(({ label }) => `[${label}]`)
    return [
      ...drawn.filter((line) => !text.includes(line.trim())),
      ...places.filter((place) => text.includes(place)),
    ]
  }
  await expect.poll(missing).toEqual([])
}

/** Signs one agreement: incomplete first, then filled in, with a reload before the signature. */
export const signAgreement = async (
  page: Page,
  input: InputMethod,
  type: OnboardingType,
  checkAccessibility: CheckAccessibility,
) => {
  const parts = agreementParts(page, type)
  const { agreement, card, title, paper, signButton, agreeBox, typedFields, written } = parts
  const missing = card.getByRole('alert').getByText(agreement.missingMessage)

  await expect(card.getByText('Required', { exact: true })).toBeVisible()
  // Another one may have been opened to be read.
  if ((await title.getAttribute('aria-expanded')) === 'false') await input.press(title)
  await expect(title).toHaveAttribute('aria-expanded', 'true')
  await readToEnd(parts, input)
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
  await expectInText(parts)
  await expect(missing).toBeHidden()
  await expect(card.getByText('Saved', { exact: true })).toBeVisible()
  const count = agreementFields(agreement).length
  await expect(card.getByText(`All ${count} filled in`)).toBeVisible()

  await page.reload()
  await expect(title).toHaveAttribute('aria-expanded', 'true')
  await expect(paper).toBeVisible()
  await show(parts, input, 'Details')
  await expectFields(parts)
  await expectInText(parts)

  await input.press(signButton)
  await expect(agreeBox).toBeFocused()
  await expect(agreeBox).toHaveAccessibleDescription('Check the box to agree before signing')
  await input.check(agreeBox)
  await input.press(signButton)

  await expect(page.getByText('Document signed successfully!', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Signed' })).toBeDisabled()
  await expect(card).toContainText('Signed by Dana Whitfield on ')
  await expect(title).toHaveAttribute('aria-expanded', 'false')
  // The focus goes on to what comes next: another agreement, or what to do first.
  await expect(page.locator('main :focus')).toHaveText(/Agreement|signed$/)
  await input.press(title)
  await expect(paper).toContainText('/s/ Dana Whitfield')
  await expectInText(parts)
  await checkAccessibility(card)
  await input.press(title)
}

/** Opens the consent that the checkbox refers to, and closes it. */
export const readConsent = async (
  card: Locator,
  input: InputMethod,
  checkAccessibility: CheckAccessibility,
) => {
  const details = card.getByRole('button', { name: 'Details', exact: true })
  // The buttons for the views of a phone are there once the text is.
  await expect(card.getByRole('button', { name: /^Go to the end/ })).toBeVisible()
  // On a phone the consent is beside the fields.
  if (await details.isVisible()) await input.press(details)
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

/** Reads an agreement to its end and fills it in completely, up to the button that signs it. */
export const fillAgreement = async (
  page: Page,
  input: InputMethod,
  type: OnboardingType,
  agreed: Record<string, string> = {},
) => {
  const parts = agreementParts(page, type, agreed)
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
