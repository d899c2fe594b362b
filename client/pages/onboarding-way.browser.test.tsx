import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { getAgreementText } from '#contract/agreement-types.ts'
import { agreementFields } from '#contract/documents/agreements/agreement.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import { exampleContractValues, exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import { listOwnDocuments, type PartnerDocument, signDocument } from '#contract/documents/documents.ts'
import { recordReading } from '#contract/documents/reading.ts'
import { getProfile, type PartnerProfile, saveProfile } from '#contract/partners/profile.ts'
import { type CurrentUser, getCurrentUser, getPortal } from '#contract/session/session.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { documentRow } from '#test/browser/document-rows.ts'
import { tabTo } from '#test/browser/keyboard.ts'
import { partner, profile, withoutPartner } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { field, section } from '#test/browser/steps.ts'

const types = ['nda', 'venue_partnership_agreement'] as const
const written: Record<(typeof types)[number], Record<string, string>> = {
  nda: exampleNdaValues,
  venue_partnership_agreement: exampleContractValues,
}

/** A user who was invited with only an email address, so nothing else is known. */
const newcomer: CurrentUser = {
  ...withoutPartner,
  firstName: null,
  lastName: null,
}

/** Answers like a server that stores the profile and the signatures. */
const answerOnboarding = () => {
  let stored: PartnerProfile | undefined
  let documents: PartnerDocument[] = types.map((documentType) =>
    documentRow({ documentType, documentTitle: firstAgreements[documentType].title }),
  )
  answerEmptyHome()
  answer(getPortal, { companyName: 'Example Company' })
  answer(getProfile, () => stored ?? refusal('not_found'))
  answer(saveProfile, ({ body }) => {
    stored = { ...profile, ...(body as Partial<PartnerProfile>), onboardingStatus: 'documents' }
    answer(getCurrentUser, { ...partner, firstName: null, lastName: null, fullName: stored.fullName })
    return stored
  })
  answer(listOwnDocuments, () => documents)
  answer(getAgreementText, ({ params }) => {
    const [row] = documents.filter(({ id }) => id === params.id)
    return firstAgreements[row?.documentType === 'nda' ? 'nda' : 'venue_partnership_agreement']
  })
  answer(recordReading, undefined)
  answer(signDocument, ({ body }) => {
    const { documentType, signatureData } = body as PartnerDocument
    const signed = { status: 'signed', signedAt: '2026-11-20T15:00:00.000Z', signatureData } as const
    documents = documents.map((row) => (row.documentType === documentType ? { ...row, ...signed } : row))
    if (stored && documents.every(({ status }) => status === 'signed'))
      stored = { ...stored, onboardingStatus: 'completed' }
    return documents.find((row) => row.documentType === documentType) ?? refusal('not_found')
  })
}

/** Returns the parts of an agreement on the screen. */
const cardOf = (type: (typeof types)[number]) => {
  const card = section(firstAgreements[type].title)
  const fields = agreementFields(firstAgreements[type]).filter(({ kind }) => kind !== 'date')
  return { card, paper: card.getByLabelText(/^Text of the /), fields }
}

const textOf = async (input: Locator) => ((await input.findElement()) as HTMLInputElement).value

test('a newcomer onboards with at most eight clicks besides typing, and enters nothing twice', async () => {
  answerOnboarding()
  const pressed: string[] = []
  const note = ({ isTrusted, target }: Event) =>
    isTrusted && pressed.push((target as Element).textContent ?? '')
  addEventListener('pointerdown', note, { capture: true })
  const asked = new Set<string>()
  /** Fills in a field if it is empty, and expects that no earlier field asked for the same value. */
  const fillIn = async (place: Parameters<typeof field>[0], label: string, text: string) => {
    if ((await textOf(field(place, label))) !== '') return
    expect(asked, `${label} is asked for twice`).not.toContain(label)
    asked.add(label)
    await field(place, label).fill(text)
  }
  await showPortal('/', newcomer)
  await page.getByRole('link', { name: 'Start Onboarding' }).click()
  await page.getByRole('button', { name: 'Start Onboarding' }).click()
  for (const [label, text] of Object.entries({
    'Full Name': 'Nadia Brooks',
    'Email Address': newcomer.email,
    'Business Name': 'Brooks Hall',
    'Business Website': 'brookshall.example.com',
    'Main Marketing Contact': 'Théo Brooks',
    'Marketing Contact Email': 'theo@example.com',
  }))
    await fillIn(page, label, text)
  await page.getByRole('button', { name: 'Continue to Documents' }).click()
  for (const type of types) {
    const { card, paper, fields } = cardOf(type)
    const sign = card.getByRole('button', { name: /^Sign Document/ })
    // Scrolling to the end counts as reading.
    await userEvent.wheel(paper, { delta: { y: 100_000 } })
    await expect.element(sign).toBeEnabled()
    for (const { name, label } of fields) await fillIn(card, label, written[type][name] ?? '')
    await card.getByRole('checkbox').click()
    await sign.click()
    await expect.element(card.getByRole('button', { name: 'Signed' })).toBeDisabled()
  }
  // Neither the second signature nor a reload leaves this step by itself.
  const signed = page.getByText(/^2 of 2 agreements signed/)
  await expect.element(signed).toBeVisible()
  await reloadPortal()
  await expect.element(signed).toBeVisible()
  await page.getByRole('button', { name: 'Complete Onboarding' }).click()
  await expect.element(page.getByText(/Here's your partnership overview/)).toBeVisible()
  removeEventListener('pointerdown', note, { capture: true })
  expect(pressed).not.toEqual([])
  expect(pressed.length, pressed.join(', ')).toBeLessThanOrEqual(8)
})

const press = async (target: Locator) => {
  await tabTo(target)
  await userEvent.keyboard('{Enter}')
}
const type = async (target: Locator, text: string) => {
  await tabTo(target)
  await userEvent.keyboard(`{Control>}a{/Control}{Delete}${text.slice(0, 1)}`)
  document.execCommand('insertText', false, text.slice(1))
}

test('a newcomer fills in the profile and signs an agreement with the keyboard alone', async () => {
  answerOnboarding()
  await showPortal('/', newcomer)
  await press(page.getByRole('link', { name: 'Start Onboarding' }))
  await press(page.getByRole('button', { name: 'Start Onboarding' }))
  await type(field(page, 'Full Name'), 'Nadia Brooks')
  const method = page.getByRole('radiogroup', { name: 'Preferred Communication Method' })
  await tabTo(method.getByRole('radio', { checked: true }))
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(method.getByRole('radio', { checked: true })).not.toHaveAccessibleName('Email')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(method.getByRole('radio', { checked: true })).toHaveAccessibleName('Email')
  await type(field(page, 'Business Name'), 'Brooks Hall')
  await tabTo(field(page, 'State'))
  await userEvent.keyboard('Florida')
  await expect.element(field(page, 'State')).toHaveValue('FL')
  // Users often omit the https:// of an address.
  await type(field(page, 'Business Website'), 'brookshall.example.com')
  await type(field(page, 'Main Marketing Contact'), 'Nadia Brooks')
  await type(field(page, 'Marketing Contact Email'), 'nadia@example.com')
  await expect.element(field(page, 'Business Website')).toHaveValue('https://brookshall.example.com')
  await press(page.getByRole('button', { name: 'Continue to Documents' }))
  const { card, paper, fields } = cardOf('nda')
  const sign = card.getByRole('button', { name: /^Sign Document/ })
  await press(card.getByRole('button', { name: /^Go to the end/ }))
  // The message names the missing detail, and its field has the focus.
  await press(sign)
  await expect.element(card.getByRole('alert')).toMatchTextContent(firstAgreements.nda.missingMessage)
  await expect.poll(() => document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  await expectNoAxeViolations(card)
  const opener = card.getByRole('button', { name: /^Read the consent/ })
  const consent = page.getByRole('dialog', { name: electronicConsent.title })
  await press(opener)
  await expect.element(consent.getByText(electronicConsent.paragraphs[0])).toBeInViewport()
  await expectNoAxeViolations(consent)
  await userEvent.keyboard('{Escape}')
  await expect.element(opener).toHaveFocus()
  for (const { name, label } of fields) await type(field(card, label), written.nda[name] ?? '')
  // The text shows the values of the fields instead of placeholders.
  await expect.element(paper).toMatchTextContent(exampleNdaValues.venue)
  for (const { label } of fields) await expect.element(paper).not.toMatchTextContent(`[${label}]`)
  await press(sign)
  const box = card.getByRole('checkbox')
  await expect.element(box).toHaveFocus()
  await expect.element(box).toHaveAccessibleDescription('Check the box to agree before signing')
  await userEvent.keyboard(' ')
  await press(sign)
  await expect.element(card.getByRole('button', { name: 'Signed' })).toBeDisabled()
  await expectNoAxeViolations(card)
  // The focus moves to the other agreement.
  await expect.poll(() => document.activeElement?.textContent).toMatch(/Agreement/)
})
