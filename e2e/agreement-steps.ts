import { expect, type Locator, type Page } from '@playwright/test'
import { agreementFields } from '#contract/documents/agreements/agreement.ts'
import { agreements } from '#contract/documents/agreements/agreements.ts'
import { drawValue } from '#contract/documents/agreements/draw-value.ts'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import { exampleContractValues, exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import type { Look } from './axe.ts'
import { field } from './fields.ts'
import type { Hand } from './hand.ts'

const values: Record<keyof typeof agreements, Record<string, string>> = {
  nda: exampleNdaValues,
  venue_partnership_agreement: exampleContractValues,
}

const sheet = (page: Page, type: keyof typeof agreements) => {
  const agreement = agreements[type]
  const card = page.getByRole('region', { name: agreement.title })
  return {
    agreement,
    card,
    paper: card.getByRole('region', { name: `Text of the ${agreement.shortName}` }),
    signButton: card.getByRole('button', { name: 'Sign Document' }),
    agreeBox: card.getByRole('checkbox', { name: electronicConsent.checkboxLabel }),
    // Dates stand there from the beginning: today.
    toWrite: agreementFields(agreement).filter(({ kind }) => kind !== 'date'),
  }
}

type Sheet = ReturnType<typeof sheet>

const expectWritten = async ({ card, toWrite }: Sheet, written: Record<string, string>) => {
  for (const { name, label } of toWrite) await expect(field(card, label)).toHaveValue(written[name] ?? '')
}

const expectOnPaper = async ({ paper, toWrite }: Sheet, written: Record<string, string>) => {
  for (const each of toWrite) {
    const drawn = drawValue(each, written[each.name]) ?? ''
    for (const line of drawn.split('\n')) await expect(paper).toContainText(line.trim())
    await expect(paper).not.toContainText(`[${each.label}]`)
  }
}

/**
 * Signs one agreement: too early first, then filled in, with the page loaded anew before the name is set under it.
 */
export const signAgreement = async (page: Page, hand: Hand, type: keyof typeof agreements, look: Look) => {
  const here = sheet(page, type)
  const { agreement, card, paper, signButton, agreeBox, toWrite } = here
  const written = values[type]
  const missing = card.getByRole('alert').getByText(agreement.missingMessage)

  await expect(card.getByText('Required', { exact: true })).toBeVisible()
  await expect(missing).toBeHidden()
  const last = toWrite.at(-1) as (typeof toWrite)[number]
  await hand.write(field(card, last.label), '')
  await expect(paper).toContainText(`[${last.label}]`)
  await hand.press(signButton)
  await expect(missing).toBeVisible()
  await expect(card.locator('input[aria-invalid=true], textarea[aria-invalid=true]').first()).toBeFocused()
  // The form takes the focus there twice, the second time by a timer: it would take it from who types already.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await look(card)

  for (const { name, label } of toWrite) await hand.write(field(card, label), written[name] ?? '')
  await expectOnPaper(here, written)
  await expect(missing).toBeHidden()
  await expect(card.getByText('Saved on this device')).toBeVisible()

  await page.reload()
  await expectWritten(here, written)
  await expectOnPaper(here, written)

  await hand.press(signButton)
  await expect(agreeBox).toBeFocused()
  await expect(agreeBox).toHaveAccessibleDescription('Check the box to agree before signing')
  await hand.tick(agreeBox)
  await hand.press(signButton)

  await expect(page.getByText('Document signed successfully!', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Signed' })).toBeDisabled()
  await expect(paper.locator(':focus')).toContainText('/s/ Dana Whitfield')
  await expectOnPaper(here, written)
  await look(card)
}

/** Reads the consent that the checkbox speaks of, and comes back. */
export const readConsent = async (card: Locator, hand: Hand, look: Look) => {
  const opener = card.getByRole('button', { name: /^Read the consent/ })
  const dialog = card.page().getByRole('dialog', { name: electronicConsent.title })
  await hand.press(opener)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText(electronicConsent.paragraphs[0])).toBeVisible()
  await look(dialog)
  await card.page().keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}
