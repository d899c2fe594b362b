import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { queryClient } from '#client/lib/query-client.ts'
import { listPasskeys } from '#contract/account/passkeys.ts'
import { getToday } from '#contract/account/profile.ts'
import { requestStepUpCode, stepUpByCode } from '#contract/account/step-up.ts'
import { getAgreementText } from '#contract/agreement-types.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import { listOwnDocuments, type PartnerDocument, signDocument } from '#contract/documents/documents.ts'
import { declineDocument } from '#contract/documents/life.ts'
import { recordReading } from '#contract/documents/reading.ts'
import { type Draft, getDraft, saveDraft } from '#contract/drafts.ts'
import { getProfile, type PartnerProfile, saveProfile } from '#contract/partners/profile.ts'
import { getPortal } from '#contract/session/session.ts'
import { getSignInOptions } from '#contract/sign-in.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { documentRow } from '#test/browser/document-rows.ts'
import { partner, profile } from '#test/browser/people.ts'
import { answer, callsSoFar, createGate, noNetwork, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { expectToast, field, section, texts } from '#test/browser/steps.ts'

const expectStep = (number: number) =>
  expect.element(page.getByText(`Step ${number} of 4`, { exact: true })).toBeVisible()

// The date is the server's, since the clock of the device is wrong in these tests.
const today = '2028-02-29'

const answerOnboarding = () => {
  answerEmptyHome()
  answer(getPortal, { companyName: 'Example Company' })
  answer(getToday, { today })
}

const { nda: ndaText, venue_partnership_agreement: contractText } = firstAgreements
const nda = section(ndaText.title)
const contract = section(contractText.title)

/** Answers for a partner with a confirmed profile and two onboarding agreements to sign; the NDA may be signed already. */
const answerDocumentsStep = (signedNda?: Partial<PartnerDocument>) => {
  answerOnboarding()
  answer(getProfile, { ...profile, onboardingStatus: 'documents' })
  const first = documentRow({ documentTitle: ndaText.title, ...signedNda })
  const second = documentRow({
    documentType: contractText.documentType,
    documentName: 'Venue Partnership Agreement',
    documentTitle: contractText.title,
  })
  answer(listOwnDocuments, [first, second])
  answer(getAgreementText, ({ params }) => (params.id === first.id ? ndaText : contractText))
  answer(recordReading, undefined)
}

const signedOnPaper = { status: 'signed', signedAt: '2026-11-02T15:00:00.000Z' } as const

const evidence = {
  agreementVersion: ndaText.version,
  textSha256: '0'.repeat(64),
  consentVersion: '2026-11-20',
  companyName: 'Example Company',
  signerName: exampleNdaValues.signerName,
  signedAt: signedOnPaper.signedAt,
  sealedAt: null,
}

const fillInNda = async (venue: string) => {
  await field(nda, 'Your Title').fill('Owner')
  await field(nda, 'Venue/Location').fill(venue)
}

const agreeAndSign = async () => {
  await nda.getByRole('button', { name: /^Go to the end/ }).click()
  await nda.getByRole('checkbox').click()
  await nda.getByRole('button', { name: /^Sign Document/ }).click()
}

test('Back and Forward move between the steps without losing typed values', async () => {
  answerOnboarding()
  answer(getProfile, refusal('not_found'))
  await showPortal('/pre-onboarding', partner)
  await page.getByRole('link', { name: 'Start Onboarding' }).click()
  await page.getByRole('button', { name: 'Start Onboarding' }).click()
  await field(page, 'Business Name').fill('Half a na')
  history.back()
  await expectStep(1)
  history.back()
  await expect.element(page.getByRole('heading', { name: 'Onboarding Required' })).toBeVisible()
  history.forward()
  await expectStep(1)
  history.forward()
  await expectStep(2)
  await expect.element(field(page, 'Business Name')).toHaveValue('Half a na')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expectStep(1)
})

test('a profile that fails to save shows an error and does not lose the filled-in values', async () => {
  answerOnboarding()
  answer(getProfile, { ...profile, onboardingStatus: 'profile' })
  const gate = createGate()
  answer(saveProfile, () => gate.opened.then(() => refusal('internal')))
  await showPortal('/onboarding?step=profile', partner)
  await field(page, 'Business Name').fill('Kept Hall')
  await page.getByRole('button', { name: 'Continue to Documents' }).click()
  await expect.element(page.getByRole('button', { name: 'Creating...' })).toBeVisible()
  gate.open()
  await expect
    .element(page.getByText('Failed to create partner profile. Please try again.', { exact: true }))
    .toBeVisible()
  await expectStep(2)
  // A reload preserves the address and the storage of the tab.
  await cleanup()
  queryClient.clear()
  await showPortal('/onboarding?step=profile', partner)
  await expect.element(field(page, 'Business Name')).toHaveValue('Kept Hall')
})

test('an imported profile without state and website asks for them, and is not saved without them', async () => {
  answerOnboarding()
  const empty = { state: '', businessWebsite: '', mainMarketingContact: '' }
  answer(getProfile, { ...profile, ...empty, onboardingStatus: 'profile' })
  await showPortal('/onboarding?step=profile', partner)
  const state = field(page, 'State')
  await expect.element(state).toHaveDisplayValue('Select a state')
  await page.getByRole('button', { name: 'Continue to Documents' }).click()
  await expect.element(state).toHaveAccessibleDescription('State is required')
  await expect
    .element(field(page, 'Business Website'))
    .toHaveAccessibleDescription(/Valid website URL is required/)
  await expectStep(2)
})

test('Sign Document is disabled, with the reason next to it, until the document has been read to the end', async () => {
  answerDocumentsStep()
  await showPortal('/onboarding', partner)
  const sign = nda.getByRole('button', { name: /^Sign Document/ })
  await expect.element(sign).toBeDisabled()
  await expect.element(sign).toHaveAccessibleDescription(/^Read the document to the end before you sign/)
  await expect.element(nda.getByText('Read the document to the end before you sign')).toBeVisible()
  await nda.getByRole('button', { name: 'Go to the end of the NDA' }).click()
  await expect.element(sign).toBeEnabled()
  await expect.element(nda.getByText('Read the document to the end before you sign')).not.toBeInTheDocument()
})

test('an agreement can be downloaded and printed before it is signed', async () => {
  answerDocumentsStep()
  await showPortal('/onboarding', partner)
  const download = nda.getByRole('link', { name: 'Download the NDA, not signed' })
  await expect.element(download).toHaveAttribute('href', expect.stringMatching(/\/unsigned-text$/))
  await expect.element(nda.getByRole('button', { name: 'Print the NDA, not signed' })).toBeVisible()
})

test('typed text shows on another device, where nothing is stored in the tab', async () => {
  answerOnboarding()
  answer(getProfile, { ...profile, onboardingStatus: 'profile' })
  await showPortal('/onboarding?step=profile', partner)
  await field(page, 'Business Name').fill('Carried Hall')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  sessionStorage.clear()
  await reloadPortal()
  await expect.element(field(page, 'Business Name')).toHaveValue('Carried Hall')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('text from another tab shows here, and if both tabs typed into a field, the partner chooses', async () => {
  answerOnboarding()
  answer(getProfile, { ...profile, onboardingStatus: 'profile' })
  answer(getDraft, { values: {}, updatedAt: null })
  const saved: unknown[] = []
  const elsewhere = {
    values: { businessName: 'Other Hall', state: 'TX' },
    updatedAt: '2026-11-20T10:00:01.000Z',
  }
  answer(saveDraft, ({ body }) => {
    saved.push(body)
    return (body as Draft).updatedAt
      ? { values: (body as Draft).values, updatedAt: '2026-11-20T10:00:02.000Z' }
      : refusal('conflict')
  })
  await showPortal('/onboarding?step=profile', partner)
  await field(page, 'Business Name').fill('My Hall')
  answer(getDraft, elsewhere)
  const choice = page.getByText(/: Other Hall$/)
  await expect.element(choice).toBeVisible()
  await expect.element(field(page, 'State')).toHaveValue('TX')
  await expect.element(field(page, 'Business Name')).toHaveValue('My Hall')
  await page.getByRole('button', { name: /^Use that text/ }).click()
  await expect.element(field(page, 'Business Name')).toHaveValue('Other Hall')
  await expect.element(choice).not.toBeInTheDocument()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
})

/** Expects the footer of the form to show the words on one line, the buttons on at most one more, and the last button at the edge. */
const expectOneLine = async (words: string) => {
  for (const width of [390, 360]) {
    await page.viewport(width, 844)
    const status = page.getByText(words, { exact: true })
    await expect.poll(() => status.element().parentElement?.offsetHeight).toBeLessThan(24)
    const foot = status.element().closest('footer')
    expect(foot?.scrollWidth).toBe(foot?.clientWidth)
    expect(foot?.offsetHeight).toBeLessThan(80)
    const rightOf = (element?: Element | null) => element?.getBoundingClientRect().right ?? 0
    expect(rightOf(foot) - rightOf(foot?.lastElementChild)).toBeLessThan(20)
  }
}

test('without a network, typing continues, and the draft is stored on this device until it is sent', async () => {
  answerOnboarding()
  answer(getProfile, { ...profile, onboardingStatus: 'profile' })
  answer(getDraft, noNetwork)
  answer(saveDraft, noNetwork)
  await showPortal('/onboarding?step=profile', partner)
  await field(page, 'Business Name').fill('Offline Hall')
  await expect.element(page.getByText('Not sent yet. Saved on this device')).toBeVisible()
  await expectOneLine('Not sent yet. Saved on this device')
  answer(saveDraft, ({ body }) => ({ values: (body as Draft).values, updatedAt: '2026-11-20T10:00:02.000Z' }))
  dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectOneLine('Saved')
})

test('staff who view as the partner load no draft, and their typed text is not stored', async () => {
  answerOnboarding()
  answer(getProfile, { ...profile, onboardingStatus: 'profile' })
  await showPortal('/onboarding?step=profile', {
    ...partner,
    viewing: {
      by: { id: crypto.randomUUID(), firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' },
      partner: { id: profile.id, fullName: profile.fullName, businessName: profile.businessName },
      until: new Date(Date.now() + 600_000).toISOString(),
    },
  })
  await field(page, 'Business Name').fill('Not mine')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expectStep(1)
  expect(callsSoFar().filter((name) => name.includes('/api/drafts'))).toEqual([])
  expect(JSON.stringify(sessionStorage)).not.toContain('Not mine')
})

test('the form shows a profile entered by staff, and submitting sends it and opens the agreements', async () => {
  const entered: PartnerProfile = {
    ...profile,
    fullName: 'Ines Duarte',
    email: 'ines@example.com',
    businessName: 'Duarte Ballroom',
    state: 'TX',
    preferredCommunicationMethod: 'phone',
    phoneNumber: '+1 555 010 0123',
    instagramUrl: 'https://instagram.com/duarte',
    onboardingStatus: 'profile',
  }
  const confirmed: PartnerProfile = { ...entered, onboardingStatus: 'documents' }
  let sent: unknown
  answerOnboarding()
  answer(getProfile, entered)
  answer(saveProfile, ({ body }) => {
    sent = body
    return confirmed
  })
  await showPortal('/', partner)
  await expectStep(1)
  await page.getByRole('button', { name: 'Start Onboarding' }).click()
  await expectStep(2)
  for (const [label, value] of [
    ['Full Name', 'Ines Duarte'],
    ['Email Address', 'ines@example.com'],
    ['Business Name', 'Duarte Ballroom'],
    ['State', 'TX'],
    ['Phone Number', '+1 555 010 0123'],
    ['Business Website', 'https://harborview.example.com'],
    ['Main Marketing Contact', 'Dana Whitfield'],
    ['Instagram', 'https://instagram.com/duarte'],
  ] as const) {
    await expect.element(field(page, label)).toHaveValue(value)
  }
  // The form does not offer this method to partners, but shows it when it is stored.
  const method = page.getByRole('radiogroup', { name: 'Preferred Communication Method' })
  await expect.element(method.getByRole('radio', { checked: true })).toHaveAccessibleName('Phone')
  await page.getByRole('button', { name: 'Continue to Documents' }).click()
  await expectStep(3)
  expect(sent).toMatchObject({ state: 'TX', phoneNumber: '+1 555 010 0123' })
})

test.for([
  ['profile', 'documents', 1, 'Welcome'],
  ['documents', 'complete', 3, 'Documents'],
  ['documents', 'profile', 2, 'Profile'],
  ['completed', 'welcome', 4, 'Complete'],
] as const)(
  'with the stored status %s, an address that asks for the step %s shows step %i',
  async ([onboardingStatus, asked, number, name]) => {
    answerOnboarding()
    answer(getProfile, { ...profile, onboardingStatus })
    await showPortal(`/onboarding?step=${asked}`, partner)
    await expectStep(number)
    const current = page
      .getByRole('list', { name: 'Onboarding steps' })
      .getByRole('listitem')
      .elements()
      .filter((step) => step.matches('[aria-current=step]'))
    expect(current.map(({ textContent }) => textContent)).toEqual([expect.stringContaining(name)])
  },
)

test('the profile can be changed again before the agreements are signed', async () => {
  answerDocumentsStep()
  const renamed: PartnerProfile = {
    ...profile,
    businessName: 'The New Name',
    onboardingStatus: 'documents',
  }
  answer(saveProfile, ({ body }) => {
    expect(body).toMatchObject({ businessName: 'The New Name' })
    answer(getProfile, renamed)
    return renamed
  })
  await showPortal('/', partner)
  await page.getByRole('button', { name: 'Back to Profile' }).click()
  await expectStep(2)
  await field(page, 'Business Name').fill('The New Name')
  await page.getByRole('button', { name: 'Continue to Documents' }).click()
  await expectStep(3)
  await expect.element(field(nda, 'Your Company Name')).toHaveValue('The New Name')
  history.back()
  await expectStep(2)
  history.forward()
  await expectStep(3)
})

test('a failed signature shows an error and does not lose the filled-in values', async () => {
  answerDocumentsStep()
  answer(signDocument, new Response('', { status: 500 }))
  await showPortal('/', partner)
  await fillInNda('Back Room')
  await agreeAndSign()
  await expect
    .element(page.getByText('Failed to sign document. Please try again.', { exact: true }))
    .toBeVisible()
  await expect.element(field(nda, 'Venue/Location')).toHaveValue('Back Room')
})

test('an agreement signed in another window shows the values signed there, not those filled in here', async () => {
  answerDocumentsStep()
  answer(signDocument, () => {
    answerDocumentsStep({
      ...signedOnPaper,
      signatureData: JSON.stringify(exampleNdaValues),
      evidence,
    })
    return refusal('conflict', 'This agreement is already signed.')
  })
  await showPortal('/', partner)
  await fillInNda('Elsewhere')
  await agreeAndSign()
  await expect.element(page.getByText('This agreement is already signed.', { exact: true })).toBeVisible()
  await expect.element(nda.getByRole('button', { name: 'Signed' })).toBeDisabled()
  await nda.getByRole('button', { name: ndaText.title }).click()
  await expect.element(nda).toMatchTextContent(exampleNdaValues.venue)
  await expect.element(nda).not.toMatchTextContent('Elsewhere')
})

test('an agreement is signed only once when the response is lost, and shows as signed at the next attempt', async () => {
  answerDocumentsStep()
  answer(signDocument, ({ body }) => {
    const { documentId: id, signatureData } = body as { documentId: string; signatureData: string }
    answer(listOwnDocuments, noNetwork)
    answer(signDocument, () => {
      answerDocumentsStep({ ...signedOnPaper, id, signatureData })
      return refusal('conflict', 'This agreement is already signed.')
    })
    return noNetwork()
  })
  await showPortal('/', partner)
  await fillInNda('Back Room')
  await agreeAndSign()
  await expect.element(page.getByText('Failed to sign document. Please try again.')).toBeVisible()
  await nda.getByRole('button', { name: /^Sign Document/ }).click()
  await expect.element(page.getByText('Document signed successfully!', { exact: true })).toBeVisible()
  await expect.element(nda.getByRole('button', { name: 'Signed' })).toBeDisabled()
})

test('signing in an old session asks for a code, and then signs', async () => {
  answerDocumentsStep()
  answer(listPasskeys, [])
  answer(getSignInOptions, { email: true, provider: false, demo: null })
  answer(requestStepUpCode, { minutes: 10 })
  answer(signDocument, () => refusal('step_up_required', "Confirm that it's you, and try again."))
  answer(stepUpByCode, () => {
    answer(signDocument, ({ body }) => {
      const { documentId: id, signatureData } = body as { documentId: string; signatureData: string }
      answerDocumentsStep({ ...signedOnPaper, id, signatureData })
      return documentRow({ ...signedOnPaper, documentTitle: ndaText.title, id, signatureData })
    })
    return undefined
  })
  await showPortal('/', partner)
  await fillInNda('Back Room')
  await agreeAndSign()
  const confirmation = page.getByRole('dialog', { name: "Confirm that it's you" })
  await confirmation.getByLabelText('Code').fill('3467-9BCD')
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByText('Document signed successfully!', { exact: true })).toBeVisible()
  await expect.element(nda.getByRole('button', { name: 'Signed' })).toBeDisabled()
})

test('a double click signs once', async () => {
  answerDocumentsStep()
  const gate = createGate()
  answer(signDocument, () => gate.opened.then(() => refusal('internal')))
  await showPortal('/', partner)
  await fillInNda('Back Room')
  await nda.getByRole('button', { name: /^Go to the end/ }).click()
  await nda.getByRole('checkbox').click()
  await nda.getByRole('button', { name: /^Sign Document/ }).dblClick()
  await expect.element(nda.getByRole('button', { name: /^Signing/ })).toBeVisible()
  gate.open()
  await expect.element(page.getByText('Failed to sign document. Please try again.')).toBeVisible()
  expect(
    callsSoFar().filter((name) => name.startsWith(signDocument.method) && name.endsWith(signDocument.path)),
  ).toHaveLength(1)
})

test('an agreement without terms says so', async () => {
  answerDocumentsStep(signedOnPaper)
  await showPortal('/', partner)
  await expect.element(contract).toMatchTextContent("We haven't entered any terms for this agreement.")
  await expect.element(contract.getByRole('button', { name: 'Message us' })).toBeVisible()
})

test('a signature has the date of the server, whatever the clock of the device shows', async () => {
  answerDocumentsStep()
  const sent: unknown[] = []
  answer(signDocument, ({ body }) => {
    sent.push(JSON.parse((body as { signatureData: string }).signatureData))
    return refusal('conflict', 'Enough of it')
  })
  await showPortal('/', partner)
  await fillInNda('Back Room')
  await expect.element(field(nda, 'Signature Date')).toHaveValue(today)
  const day = field(nda, 'Signature Date')
  await day.fill('2031-01-01')
  await agreeAndSign()
  const refused = "Today is February 29, 2028. Enter today's date."
  for (const other of ['2020-01-01', '2199-12-31']) {
    await expect.element(day).toHaveAccessibleDescription(refused)
    await expect.element(day).toHaveFocus()
    await day.fill(other)
    await nda.getByRole('button', { name: /^Sign Document/ }).click()
  }
  await expect.element(day).toHaveAccessibleDescription(refused)
  await expect.element(field(nda, 'Your Title')).toHaveValue('Owner')
  await expect.element(nda.getByRole('checkbox')).toBeChecked()
  expect(sent).toEqual([])
  await day.fill(today)
  await expect.element(day).not.toHaveAttribute('aria-invalid', 'true')
  await nda.getByRole('button', { name: /^Sign Document/ }).click()
  await expect.poll(() => sent).toMatchObject([{ ndaDate: today, signatureDate: today }])
})

test('Next empty field visits the empty details in turn, and signing requires reading to the end', async () => {
  answerDocumentsStep()
  const steps: unknown[] = []
  answer(recordReading, ({ body }) => void steps.push((body as { step: string }).step))
  await showPortal('/', partner)
  const next = () => nda.getByRole('button', { name: 'Next empty field' }).click()
  await expect.element(nda.getByText('2 of 6 left')).toBeVisible()
  // The End key scrolls the focused text.
  ;(await nda.getByRole('region', { name: 'Text of the NDA' }).findElement()).focus()
  await userEvent.keyboard('{End}')
  await expect.element(nda.getByRole('button', { name: /^Sign Document/ })).toBeEnabled()
  await expect.poll(() => new Set(steps)).toEqual(new Set(['opened', 'read_to_end']))
  await next()
  await expect.element(field(nda, 'Your Title')).toHaveFocus()
  await field(nda, 'Your Title').fill('Owner')
  await next()
  await expect.element(field(nda, 'Venue/Location')).toHaveFocus()
  await expect.element(nda.getByText('1 of 6 left')).toBeVisible()
  // The search for the next empty field starts at the last active field and continues from the beginning.
  await field(nda, 'Your Title').fill('')
  await field(nda, 'Venue/Location').click()
  await next()
  await expect.element(field(nda, 'Your Title')).toHaveFocus()
  await reloadPortal()
  await expect.element(nda.getByRole('button', { name: /^Sign Document/ })).toBeEnabled()
  await page.viewport(390, 844)
  await nda.getByRole('button', { name: 'Document', exact: true }).click()
  await nda.getByRole('button', { name: 'Continue to details' }).click()
  await expect.element(field(nda, 'Your Title')).toHaveFocus()
})

test('on a phone, filled-in details lead to the end of the document and back to Sign, and the end says what comes next', async () => {
  await page.viewport(390, 844)
  answerDocumentsStep()
  const signed = {
    ...signedOnPaper,
    documentTitle: contractText.title,
    documentType: contractText.documentType,
  }
  const [first, second] = [documentRow({ documentTitle: ndaText.title }), documentRow(signed)]
  answer(listOwnDocuments, [first, second])
  answer(getAgreementText, ndaText)
  answer(signDocument, () => {
    answer(listOwnDocuments, [{ ...first, ...signedOnPaper, evidence }, second])
    answer(getProfile, profile)
    return { ...first, ...signedOnPaper, evidence }
  })
  await showPortal('/', partner)
  await expect.element(field(nda, 'Your Title')).not.toBeVisible()
  await nda.getByRole('button', { name: 'Details', exact: true }).click()
  await fillInNda('Main hall')
  await expect.element(nda.getByText('All 6 filled in')).toBeInViewport()
  await expect.element(nda.getByText('Read to the end first')).toBeInViewport()
  const sign = nda.getByRole('button', { name: /^Sign Document/ })
  await expect.element(sign).toBeDisabled()
  await expectNoAxeViolations(nda)
  await nda.getByRole('button', { name: 'Document', exact: true }).click()
  await nda.getByRole('button', { name: /^Go to the end/ }).click()
  await expect.element(nda.getByText('End of the NDA')).toHaveFocus()
  await nda.getByRole('button', { name: 'Continue to sign' }).click()
  await expect.element(nda.getByRole('checkbox')).toHaveFocus()
  await expect.element(sign).toBeInViewport({ ratio: 1 })
  await nda.getByRole('checkbox').click()
  await sign.click()
  await expect.element(page.getByRole('heading', { name: 'Both agreements are signed' })).toHaveFocus()
  await expect.element(page.getByText(`We email each signed copy to ${partner.email}.`)).toBeVisible()
  await expectNoAxeViolations(page.getByRole('main'))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('agreed terms come first and have no fields, and updates of the terms do not lose typed text', async () => {
  const terms = { eventName: 'Harvest supper', collateralDays: 'about 3', paymentAmount: '$9,000' }
  answerDocumentsStep({
    ...signedOnPaper,
    signatureData: JSON.stringify(exampleNdaValues),
  })
  answer(getProfile, { ...profile, ...terms, onboardingStatus: 'documents' })
  await showPortal('/', partner)
  const definitions = contract.getByRole('definition')
  await expect.poll(() => texts(definitions)).toEqual(['Harvest supper', 'about 3', '$9,000'])
  await expect.element(field(contract, 'Event Name(s)')).not.toBeInTheDocument()
  await field(contract, 'Event Dates').fill('May 1')
  answer(getProfile, { ...profile, ...terms, paymentAmount: '9500', onboardingStatus: 'documents' })
  await queryClient.invalidateQueries()
  await expect.poll(() => texts(definitions)).toEqual(['Harvest supper', 'about 3', '$9,500'])
  await expect.element(field(contract, 'Event Dates')).toHaveValue('May 1')
})

test('an agreement is declined with a reason, and can still be signed', async () => {
  answerDocumentsStep()
  answer(declineDocument, ({ params, body }) => {
    const reason = (body as { reason: string }).reason
    const declined = { id: params.id ?? '', declinedAt: signedOnPaper.signedAt, declineReason: reason }
    answerDocumentsStep(declined)
    return documentRow({ documentTitle: ndaText.title, ...declined })
  })
  await showPortal('/', partner)
  await nda.getByRole('button', { name: 'Decline the NDA' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline the NDA?' })
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect.element(dialog.getByText('Enter a reason', { exact: true })).toBeVisible()
  await expectNoAxeViolations(dialog)
  await field(dialog, 'Reason').fill('The territory is too small')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expectToast('Agreement declined')
  await expect.element(nda.getByText(/^You declined this on .*\. You can still sign it\.$/)).toBeVisible()
  await expect.element(nda.getByRole('button', { name: /^Decline/ })).not.toBeInTheDocument()
  await expect.element(nda.getByRole('button', { name: ndaText.title })).toHaveFocus()
  // The other agreement opens next.
  await expect
    .element(page.getByRole('button', { name: contractText.title }))
    .toHaveAttribute('aria-expanded', 'true')
  await page.viewport(390, 844)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await nda.getByRole('button', { name: ndaText.title }).click()
  await expect.element(nda.getByRole('button', { name: /^Go to the end/ })).toBeVisible()
})
