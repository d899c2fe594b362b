import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getAgreementText } from '#contract/agreement-types.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { listOwnDocuments } from '#contract/documents/documents.ts'
import { recordReading } from '#contract/documents/reading.ts'
import { getProfile } from '#contract/partners/profile.ts'
import { getPortal } from '#contract/session/session.ts'
import { documentRow } from '#test/browser/document-rows.ts'
import { partner, profile } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { field, section } from '#test/browser/steps.ts'

beforeEach(() => {
  answerEmptyHome()
  answer(getPortal, { companyName: 'Example Company' })
})

/** Returns the topmost element at the center of the focused field. */
const seenAtFocus = () => {
  const { left, top, width, height } = (document.activeElement as Element).getBoundingClientRect()
  return document.elementFromPoint(left + width / 2, top + height / 2)
}

const isFocusSeen = () => seenAtFocus() === document.activeElement

test('on a phone, submitting an incomplete profile shows the first invalid field', async () => {
  await page.viewport(390, 844)
  answer(getProfile, refusal('not_found'))
  await showPortal('/onboarding', partner)
  await page.getByRole('button', { name: 'Start Onboarding' }).click()
  await page.getByRole('button', { name: 'Continue to Documents' }).click()
  await expect.element(field(page, 'Business Name')).toHaveFocus()
  await expect.poll(isFocusSeen).toBe(true)
})

test('a partner who is the marketing contact fills in the fields of the contact with one click', async () => {
  answer(getProfile, refusal('not_found'))
  await showPortal('/onboarding', partner)
  await page.getByRole('button', { name: 'Start Onboarding' }).click()
  await page.getByRole('checkbox', { name: "I'm the marketing contact" }).click()
  await expect.element(field(page, 'Main Marketing Contact')).toHaveValue('Paula Ortega')
  await expect.element(field(page, 'Marketing Contact Email')).toHaveValue(partner.email)
})

const { nda: text } = firstAgreements

const showAgreement = async () => {
  answer(getProfile, { ...profile, onboardingStatus: 'documents' })
  answer(listOwnDocuments, [documentRow({ documentTitle: text.title })])
  answer(getAgreementText, text)
  answer(recordReading, undefined)
  await showPortal('/onboarding', partner)
  const agreement = section(text.title)
  await agreement.getByRole('button', { name: /^Go to the end/ }).click()
  return agreement
}

test('on a phone, a failed Sign shows the missing field, and sticky elements take little height', async () => {
  await page.viewport(390, 844)
  const agreement = await showAgreement()
  await agreement.getByRole('button', { name: /^Continue/ }).click()
  await agreement.getByRole('checkbox').click()
  await agreement.getByRole('button', { name: /^Sign Document/ }).click()
  await expect.poll(() => document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(isFocusSeen).toBe(true)
  const still = [...document.querySelectorAll('form *, header, [data-bottom-bar]')].filter(
    (element) => /sticky|fixed/.test(getComputedStyle(element).position) && element.checkVisibility(),
  )
  const height = still.reduce((sum, element) => sum + element.getBoundingClientRect().height, 0)
  expect(height).toBeLessThanOrEqual(96)
})

test('on a phone in landscape, nothing is sticky or fixed while signing', async () => {
  await page.viewport(844, 390)
  await showAgreement()
  const still = [...document.querySelectorAll('#content *, header, [data-bottom-bar]')].filter((element) =>
    /sticky|fixed/.test(getComputedStyle(element).position),
  )
  expect(still).toEqual([])
})
