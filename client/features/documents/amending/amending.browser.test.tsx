import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getAgreementText } from '#contract/agreement-types.ts'
import { getConversation } from '#contract/chat/inbox.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import { type FormerlyNamed, listFormerlyNamed, prepareAmendment } from '#contract/documents/amendments.ts'
import { getDocument, listOwnDocuments, listPartnerDocuments } from '#contract/documents/documents.ts'
import { listQuarantinedFiles } from '#contract/files/quarantined-files.ts'
import { getPartner, listPartnersWithUsers } from '#contract/partners/partners.ts'
import { getPartnerSummary } from '#contract/partners/record.ts'
import { getPortal } from '#contract/session/session.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { documentRow } from '#test/browser/document-rows.ts'
import { adminPartner, partnerRow, partnerSummary, rowPartner } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { expectToast } from '#test/browser/steps.ts'

const at = '2026-11-20T15:00:00.000Z'
const [ndaId, contractId, amendmentId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
const kept = { signedAt: at, partnerName: 'Harborview Hall' }
const ofPartner = `/admin?tab=partners&partner=${adminPartner.id}`
const record = page.getByRole('dialog', { name: new RegExp(adminPartner.fullName) })
const notice = record.getByRole('region', { name: 'Business name in agreements' })

const answerRecord = (named: () => FormerlyNamed) => {
  answerStaffHome()
  answer(listPartnersWithUsers, { page: [partnerRow()], total: 1 })
  answer(getPartner, adminPartner)
  answer(getPartnerSummary, { ...partnerSummary, hasChangedName: true })
  answer(listPartnerDocuments, [])
  answer(getConversation, refusal('not_found'))
  answer(listQuarantinedFiles, [])
  answer(getPortal, { companyName: 'Example Company' })
  answer(listFormerlyNamed, named)
}

test('the record says which agreements keep the old name, and staff prepare an amendment of those they choose', async () => {
  let named: FormerlyNamed = {
    businessName: 'Seaside Hall LLC',
    agreements: [
      { id: ndaId, documentName: 'NDA', ...kept },
      { id: contractId, documentName: 'Venue Partnership Agreement', ...kept },
    ],
    waiting: [],
  }
  answerRecord(() => named)
  await showPortal(ofPartner, support)
  await expect.element(notice).toMatchTextContent('2 signed agreements keep the old name.')
  const open = () => notice.getByRole('button', { name: 'Prepare an amendment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Prepare an amendment' })
  const submit = dialog.getByRole('button', { name: 'Prepare amendment' })
  await open()
  await expect.element(dialog).toMatchTextContent('Old nameHarborview Hall')
  await expect.element(dialog).toMatchTextContent('New nameSeaside Hall LLC')
  for (const name of [/^NDA/, /^Venue/]) await dialog.getByRole('checkbox', { name }).click()
  await submit.click()
  await expect.element(dialog.getByText('Choose at least one agreement')).toBeVisible()
  await expectNoAxeViolations(dialog)
  await dialog.getByRole('checkbox', { name: /^NDA/ }).click()

  // Somebody else was faster. The dialog closes, and the record shows what they have prepared.
  const message = 'Some of these agreements are already in an amendment, or no longer keep an old name.'
  answer(prepareAmendment, () => {
    named = { ...named, waiting: [{ id: amendmentId, state: 'declined' }] }
    return refusal('conflict', message)
  })
  await submit.click()
  await expectToast(message)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(notice).toMatchTextContent('The partner declined the amendment.')

  answer(prepareAmendment, ({ body }) => {
    expect(body).toEqual({ documentIds: [ndaId, contractId], businessName: 'Seaside Hall LLC' })
    named = { ...named, agreements: [], waiting: [{ id: amendmentId, state: 'partner' }] }
    return documentRow()
  })
  await open()
  await submit.click()
  await expectToast('Amendment prepared')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(notice).toMatchTextContent("An amendment waits for the partner's signature.Open")
  await expectNoAxeViolations(notice)
})

test('an amended agreement and its amendment lead to each other, and an amendment has neither Edit nor Dates', async () => {
  const evidence = {
    ...{ agreementVersion: '2026-11-20', textSha256: 'ab'.repeat(32), consentVersion: '2026-11-20' },
    ...{ companyName: 'Example Company', signerName: 'Dana Whitfield', signedAt: at, sealedAt: at },
  }
  const details = {
    ...{ partner: rowPartner, enteredTerms: {}, amends: [], voidedByName: null, canCountersign: false },
  }
  const nda = documentRow({
    ...{ id: ndaId, status: 'signed', signedAt: at, evidence },
    signatureData: JSON.stringify(exampleNdaValues),
    amendedBy: [{ id: amendmentId, documentName: 'Amendment', at, partnerName: 'Seaside Hall LLC' }],
  })
  const amendment = documentRow({
    ...{ id: amendmentId, documentType: 'party__amendment', documentName: 'Amendment' },
  })
  const amends = [{ id: ndaId, documentName: 'NDA', signedAt: at }]
  answerRecord(() => ({
    businessName: 'Seaside Hall LLC',
    agreements: [],
    waiting: [{ id: amendmentId, state: 'outdated' }],
  }))
  answer(listOwnDocuments, [])
  answer(getAgreementText, ({ params }) =>
    params.id === ndaId ? firstAgreements.nda : firstAgreements.party__amendment,
  )
  answer(getDocument, ({ params }) =>
    params.id === ndaId ? { ...nda, ...details } : { ...amendment, ...details, amends },
  )
  await showPortal(ofPartner, support)
  await expect.element(notice).toMatchTextContent('An amendment is out of date')
  await notice.getByRole('link', { name: 'Open the amendment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Amendment' })
  await dialog.getByRole('button', { name: /^Actions for Amendment/ }).click()
  await expect
    .poll(() =>
      page
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Mark Signed', 'Remind…', 'Delete'])
  await userEvent.keyboard('{Escape}')
  await dialog.getByRole('link', { name: 'NDA' }).click()
  const amended = page.getByRole('dialog', { name: 'NDA' })
  await expect
    .element(amended)
    .toMatchTextContent('Amended byAmendment on Nov 20, 2026 · New name: Seaside Hall LLC')
  await amended.getByRole('link', { name: 'Amendment' }).click()
  await expect.element(dialog).toBeVisible()
})
