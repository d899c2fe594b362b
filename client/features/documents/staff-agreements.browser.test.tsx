import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import { type AgreementType, getAgreementText, listAgreementTypes } from '#contract/agreement-types.ts'
import { getNeedsAttention } from '#contract/attention.ts'
import { exportAgreements } from '#contract/documents/agreement-export.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import { countersignDocument } from '#contract/documents/countersigning.ts'
import {
  type AgreementDetails,
  addScan,
  getDocument,
  listOwnDocuments,
  listPartnerDocuments,
  markDocumentSigned,
  type PartnerDocument,
  revokeSignature,
  updateDocument,
  withdrawDocument,
} from '#contract/documents/documents.ts'
import { changeDates, voidDocument } from '#contract/documents/life.ts'
import { listReplacedTerms } from '#contract/documents/replaced-terms.ts'
import { createSharedDocument } from '#contract/documents/shared-documents.ts'
import { listQuarantinedFiles } from '#contract/files/quarantined-files.ts'
import { getPortal } from '#contract/session/session.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { documentRow } from '#test/browser/document-rows.ts'
import { catchSaves } from '#test/browser/library.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { admin, partner, profile, support } from '#test/browser/people.ts'
import { answer, noNetwork, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, nothingWaits } from '#test/browser/staff-home.ts'
import { chooseAction, expectToast, field, row, section } from '#test/browser/steps.ts'
import { chosen, takeUploads } from '#test/browser/upload-responses.ts'

const ofPartner = `/?partner=${profile.id}`
const dialogOf = (name: string | RegExp) => page.getByRole('dialog', { name, exact: true })
const agreements = section('Signed Agreements')
const { nda: ndaText, venue_partnership_agreement: contractText } = firstAgreements
const contractName = 'Venue Partnership Agreement'
const at = '2026-11-02T15:00:00.000Z'
const onPaper = { status: 'signed', signedAt: at } as const
const inPortal = {
  ...onPaper,
  documentPath: 'a'.repeat(64),
  signatureData: JSON.stringify(exampleNdaValues),
  evidence: {
    agreementVersion: ndaText.version,
    textSha256: 'ab'.repeat(32),
    consentVersion: '2026-11-20',
    companyName: 'Example Company',
    signerName: exampleNdaValues.signerName,
    signedAt: at,
    sealedAt: null,
  },
}

const detailsOf = (document: PartnerDocument, fields: Partial<AgreementDetails> = {}): AgreementDetails => ({
  ...document,
  partner: rowPartner,
  enteredTerms: {},
  amends: [],
  voidedByName: null,
  canCountersign: false,
  ...fields,
})

/** Responds to what staff read about agreements. The returned documents can be changed, as on the server. */
const answerAgreements = (...documents: PartnerDocument[]) => {
  answerStaffHome()
  answer(listQuarantinedFiles, [])
  answer(getPortal, { companyName: 'Example Company' })
  answer(listPartnerDocuments, () => documents)
  answer(getDocument, ({ params }) => {
    const found = documents.find(({ id }) => id === params.id)
    return found ? detailsOf(found) : refusal('not_found')
  })
  answer(getAgreementText, ({ params }) =>
    documents.find(({ id }) => id === params.id)?.documentType === 'nda' ? ndaText : contractText,
  )
  /** Changes the first document with this id. */
  const change = (id: string | undefined, fields: Partial<PartnerDocument>) => {
    const index = documents.findIndex((each) => each.id === id)
    documents[index] = { ...(documents[index] as PartnerDocument), ...fields }
    return documents[index]
  }
  return { documents, change }
}

const contractType: AgreementType = {
  id: 'venue_partnership_agreement',
  name: contractName,
  isOffered: true,
  isCountersigned: false,
  archivedAt: null,
  version: contractText.version,
  publishedAt: at,
  draftSavedAt: null,
  updatedAt: at,
}

test('staff set the dates of an agreement, and an admin voids it with a reason', async () => {
  const { documents, change } = answerAgreements(documentRow(inPortal))
  answer(changeDates, ({ params, body }) => change(params.id, body as Partial<PartnerDocument>))
  answer(voidDocument, ({ params, body }) => {
    documents.push(documentRow())
    return change(params.id, { voidedAt: at, voidReason: (body as { reason: string }).reason })
  })
  await showPortal(ofPartner, admin)
  await chooseAction('NDA', 'Dates')
  const dates = dialogOf('Dates of NDA')
  await field(dates, 'Effective date').fill('2098-01-02')
  await field(dates, 'End date').fill('2098-01-01')
  await dates.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dates.getByText('It cannot end before it takes effect', { exact: true })).toBeVisible()
  await expectNoAxeViolations(dates)
  await field(dates, 'Effective date').fill('')
  await field(dates, 'End date').fill('2098-12-31')
  await dates.getByRole('button', { name: 'Save changes' }).click()
  await expectToast('Dates updated')
  await expect.element(agreements.getByText(', in force until Dec 31, 2098')).toBeVisible()

  await chooseAction('NDA', 'Void')
  const question = dialogOf('Void NDA?')
  await expect.element(question).toMatchTextContent(profile.fullName)
  await field(question, 'Reason').fill('The wrong company is named in it')
  await question.getByRole('button', { name: 'Void', exact: true }).click()
  await expectToast('Agreement voided')
  await expect.element(agreements.getByText(/^, voided: /)).toBeVisible()
  await expect.element(agreements.getByText('0 of 1 signed')).toBeVisible()

  const [voided] = documents
  if (voided) answer(getDocument, detailsOf(voided, { voidedByName: 'Ada Marsh' }))
  await agreements.getByRole('heading', { level: 3 }).last().getByRole('link').click()
  const details = dialogOf('NDA')
  await expect.element(details).toMatchTextContent('by Ada Marsh')
  await expect.element(details).toMatchTextContent('Reason: The wrong company is named in it')
  await expect.element(details.getByRole('button', { name: /^Actions for/ })).not.toBeInTheDocument()
})

test('a signature on paper is recorded, gets its scan, and is taken back by an admin', async () => {
  takeUploads()
  const { change } = answerAgreements(documentRow())
  answer(markDocumentSigned, ({ params }) => change(params.id, onPaper))
  answer(addScan, ({ params, body }) => {
    const { filePath, ...scan } = (body as { scan: { filePath: string; fileType: 'png' } }).scan
    return change(params.id, { documentPath: filePath, fileName: 'Signed.png', ...scan })
  })
  answer(revokeSignature, ({ params, body }) => {
    expect(body).toEqual({ reason: 'The paper was not signed' })
    return change(params.id, { status: 'pending', signedAt: null, documentPath: null })
  })
  await showPortal(ofPartner, admin)
  await chooseAction('NDA', 'Mark Signed')
  const mark = dialogOf(/^Mark NDA as signed/)
  await expect.element(mark).toMatchTextContent('This records a paper signature')
  await mark.getByLabelText(/^Scan of the paper/).upload(chosen('notes.txt'))
  await expect.element(mark.getByRole('alert')).toMatchTextContent('This kind of file is not allowed.')
  await expectNoAxeViolations(mark)
  await mark.getByRole('button', { name: 'Mark Signed' }).click()
  await expectToast('Document marked as signed')

  await chooseAction('NDA', 'Add scan')
  const scan = dialogOf('Add scan of NDA')
  await scan.getByRole('button', { name: 'Add scan' }).click()
  await expect.element(scan.getByText('Choose a file', { exact: true })).toBeVisible()
  await expectNoAxeViolations(scan)
  await scan.getByLabelText(/^Scan of the paper/).upload(chosen('Signed.pdf'))
  await scan.getByRole('button', { name: 'Add scan' }).click()
  await expectToast('Scan added')
  await row('NDA Agreement').getByRole('link').first().click()
  const details = dialogOf('NDA')
  await expect.element(details.getByRole('link', { name: /^Open the scan/ })).toMatchTextContent('Signed.png')
  await details.getByRole('button', { name: 'Close' }).click()
  // The details have a menu of the same name.
  await expect.element(details).not.toBeInTheDocument()

  await chooseAction('NDA', 'Undo Mark Signed')
  const back = dialogOf('Mark NDA as not signed?')
  await back.getByRole('button', { name: 'Undo' }).click()
  await expect.element(back.getByText('Enter a reason', { exact: true })).toBeVisible()
  await expectNoAxeViolations(back)
  await field(back, 'Reason').fill('The paper was not signed')
  await back.getByRole('button', { name: 'Undo' }).click()
  await expectToast('Agreement no longer signed')
  await expect.element(row('NDA Agreement')).toMatchTextContent('Pending signature')
})

test('support cannot take back or void what is signed', async () => {
  answerAgreements(documentRow({ ...onPaper, documentPath: 'a'.repeat(64), fileType: 'pdf' }))
  await showPortal(ofPartner, support)
  await page.getByRole('button', { name: 'Actions for NDA' }).click()
  await expect
    .poll(() =>
      page
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Dates'])
})

test('an agreement is deleted with a reason, unless the server must keep it', async () => {
  const { documents } = answerAgreements(documentRow({ documentTitle: 'Kept' }))
  const needed = 'This partner needs at least one agreement of each type.'
  answer(withdrawDocument, refusal('conflict', needed))
  await showPortal(ofPartner, support)
  await chooseAction('NDA', 'Delete')
  const question = dialogOf('Delete NDA?')
  await field(question, 'Reason').fill('For another venue')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText(needed)).toBeVisible()
  answer(withdrawDocument, () => void documents.pop())
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast('Agreement deleted')
  await expect.element(row('NDA Agreement')).not.toBeInTheDocument()
})

test('an agreement is given with its dates and replaces what was signed before, and another with its terms', async () => {
  const { documents } = answerAgreements()
  answer(listAgreementTypes, [contractType])
  answer(listReplacedTerms, { page: [], total: 0 })
  answer(createSharedDocument, ({ body }) => {
    const { effectiveOn, endsOn, replacesEarlier } = body as PartnerDocument
    const added = documentRow({ effectiveOn, endsOn, replacesEarlier, documentName: contractName })
    documents.push(added)
    sent.push(body)
    return added
  })
  const sent: unknown[] = []
  await showPortal(ofPartner, support)
  const add = dialogOf('Add Document')
  const open = () => agreements.getByRole('button', { name: 'Add Document' }).click()
  const submit = () => add.getByRole('button', { name: 'Add Document' }).click()
  await open()
  await submit()
  await expect.element(add.getByText('Document type is required', { exact: true })).toBeVisible()
  await field(add, 'Document type').selectOptions(contractName)
  await field(add, 'Event Name(s)').fill('Harvest supper')
  await field(add, 'Agreement Date').fill('2099-09-01')
  await field(add, 'Partnership Fee Amount').fill('2500')
  await expectNoAxeViolations(add)
  await submit()
  await expectToast('Document added successfully')
  await open()
  await field(add, 'Document type').selectOptions(contractName)
  await field(add, 'Effective date').fill('2030-01-01')
  await field(add, 'End date').fill('2030-12-31')
  await add.getByRole('checkbox', { name: /^Replaces earlier agreements/ }).click()
  await submit()
  await expectToast('Document added successfully')
  expect(sent).toMatchObject([
    {
      replacesEarlier: false,
      appendixA: { eventName: 'Harvest supper', partnershipDate: '2099-09-01', paymentAmount: '2500' },
    },
    { effectiveOn: '2030-01-01', endsOn: '2030-12-31', replacesEarlier: true },
  ])
  await expect.element(agreements.getByRole('link')).toHaveLength(2)
  await agreements.getByRole('link').last().click()
  await expect.element(dialogOf(contractName)).toMatchTextContent('Dec 31, 2030')
  await expect.element(dialogOf(contractName)).toMatchTextContent('Earlier agreements')
})

test('staff read an open agreement that was declined, and change its terms', async () => {
  const document = documentRow({
    documentType: 'venue_partnership_agreement',
    documentName: contractName,
    declinedAt: at,
    declineReason: 'The territory is too small',
  })
  answerAgreements(document)
  answer(listAgreementTypes, [contractType])
  const show = (eventName: string) =>
    answer(getDocument, detailsOf(document, { enteredTerms: { eventName, paymentAmount: '$9,000' } }))
  show('Harvest supper')
  answer(updateDocument, ({ body }) => {
    expect(body).toMatchObject({ appendixA: { eventName: 'Spring supper', paymentAmount: '$9,000' } })
    show('Spring supper')
    return document
  })
  await showPortal(`/?agreement=${document.id}`, support)
  const details = dialogOf(contractName)
  await expect.element(details).toMatchTextContent('The partner declined this agreement')
  await expect.element(details).toMatchTextContent('Reason: The territory is too small')
  await expect.element(details).toMatchTextContent('known as Harvest supper')
  await chooseAction(contractName, 'Edit')
  const form = dialogOf('Edit agreement')
  await expect.element(field(form, 'Partnership Fee Amount')).toHaveValue('$9,000')
  await field(form, 'Event Name(s)').fill('Spring supper')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(details).toMatchTextContent('known as Spring supper')
})

const countersignature = { signerName: 'Ada Marsh', signerTitle: 'Director', signedAt: at, sealedAt: null }

test('an admin signs for the company after the partner, with a title and a consent', async () => {
  const document = documentRow({ ...inPortal, awaitsCompany: true })
  answerAgreements(document)
  answer(getDocument, detailsOf(document, { canCountersign: true }))
  const sent: unknown[] = []
  answer(countersignDocument, ({ body }) => {
    sent.push(body)
    const signed = { ...document, awaitsCompany: false, countersignature }
    answer(getDocument, detailsOf(signed))
    return signed
  })
  await showPortal(`/?agreement=${document.id}`, admin)
  const details = dialogOf('NDA')
  await expect.element(details).toMatchTextContent("Waiting for the company's signature")
  await expect.element(details).toMatchTextContent('Waiting for Example Company to sign.')
  await details.getByRole('button', { name: 'Sign for Example Company' }).click()
  const dialog = dialogOf('Sign the NDA for Example Company')
  await expect.element(field(dialog, 'Your name')).toHaveValue('Ada Marsh')
  await expect.element(dialog.getByLabelText('Text of the NDA')).toMatchTextContent('/s/ Dana Whitfield')
  const submit = dialog.getByRole('button', { name: 'Sign for Example Company' })
  await submit.click()
  await expect.element(field(dialog, 'Your title')).toHaveFocus()
  await expect.element(dialog.getByText('Your title is required')).toBeVisible()
  await expectNoAxeViolations(dialog)
  await field(dialog, 'Your title').fill('Director')
  await submit.click()
  const agree = dialog.getByRole('checkbox')
  await expect.element(agree).toHaveFocus()
  await expect.element(agree).toHaveAccessibleDescription('Check the box to agree before signing')
  expect(sent).toEqual([])
  await agree.click()
  await submit.click()
  await expect.element(details).toMatchTextContent('Signed by both')
  await expect.element(details).toMatchTextContent('Ada Marsh, Director')
  await expect.element(details.getByRole('button', { name: /^Sign for/ })).not.toBeInTheDocument()
  expect(sent).toMatchObject([{ signerTitle: 'Director', textSha256: 'ab'.repeat(32) }])
})

test('agreements that are not sealed or wait for the company need attention, with the reason, and open from there', async () => {
  const [unsealed, waiting] = [documentRow(inPortal), documentRow({ ...inPortal, awaitsCompany: true })]
  answerAgreements(unsealed, waiting)
  const rowOf = ({ id }: PartnerDocument) => ({ id, documentName: 'NDA', since: at, partner: rowPartner })
  answer(getNeedsAttention, {
    ...nothingWaits,
    unsealedDocuments: { count: 1, marked: 0, rows: [{ ...rowOf(unsealed), failure: 'storage_full' }] },
    documentsToCountersign: { count: 1, marked: 0, rows: [rowOf(waiting)] },
  })
  await showPortal('/', admin)
  const attention = section('Needs attention')
  await expect.element(attention.getByText('1 agreement to sign for the company')).toBeVisible()
  await expect.element(attention.getByRole('link', { name: '1 agreement not sealed' })).toBeVisible()
  const line = attention.getByRole('listitem').filter({ hasText: 'NDA is not sealed' })
  await expect.element(line).toMatchTextContent('the file storage is full')
  await line.getByRole('link', { name: `Open NDA of ${profile.fullName}` }).click()
  await expect.element(dialogOf('NDA')).toMatchTextContent("We're making the sealed PDF")
})

test('the partner reads that the company will sign, too, and downloads the file with both signatures', async () => {
  answerEmptyHome()
  const document = documentRow({ ...inPortal, awaitsCompany: true })
  answer(listOwnDocuments, [document])
  answer(getAgreementText, ndaText)
  answer(getDocument, detailsOf(document))
  const details = dialogOf('NDA')
  await showPortal(`/?agreement=${document.id}`, partner)
  await expect.element(details).toMatchTextContent('Signed by you. The company signs next.')
  await expect.element(details.getByRole('button', { name: /^Sign for/ })).not.toBeInTheDocument()
  const evidence = { ...inPortal.evidence, sealedAt: at }
  answer(getDocument, detailsOf({ ...document, evidence, awaitsCompany: false, countersignature }))
  await queryClient.invalidateQueries()
  await expect.element(details).toMatchTextContent('Ada Marsh, Director')
  await expect
    .element(details.getByRole('link', { name: /^Download/ }))
    .toHaveAttribute('href', `/objects/${document.documentPath}?download`)
})

const zip = (name: string) =>
  new Response('PK', { headers: { 'content-disposition': `attachment; filename="${name}"` } })

test('all that a partner has signed is saved as one file, and a download that breaks off says so and saves nothing', async () => {
  const saved = catchSaves()
  const document = documentRow()
  const { change } = answerAgreements(document)
  await showPortal(ofPartner, support)
  const button = agreements.getByRole('button', { name: 'Download all' })
  await expect.element(agreements.getByText('Pending signature')).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
  change(document.id, inPortal)
  await queryClient.invalidateQueries()
  answer(exportAgreements, noNetwork)
  await button.click()
  await expectToast('The agreements could not be downloaded. Check your connection and try again.')
  expect(saved).toEqual([])
  answer(exportAgreements, ({ query }) => {
    expect(Object.fromEntries(query)).toEqual({ partnerId: profile.id })
    return zip('Agreements of Harborview Hall.zip')
  })
  await button.click()
  await expect.poll(() => saved).toEqual([expect.stringMatching(/ as Agreements of Harborview Hall.zip$/)])
})

test('staff export all agreements of a period', async () => {
  const saved = catchSaves()
  answerAgreements()
  await showPortal('/', support)
  const open = agreements.getByRole('button', { name: 'Export agreements' })
  await open.click()
  const dialog = dialogOf('Export agreements')
  const [from, to] = [field(dialog, 'Signed from'), field(dialog, 'Signed through')]
  await dialog.getByRole('button', { name: 'This year' }).click()
  await expect.element(from).toHaveValue(`${new Date().getFullYear()}-01-01`)
  await from.fill('2015-04-11')
  await to.fill('2015-04-10')
  const submit = dialog.getByRole('button', { name: 'Export', exact: true })
  await submit.click()
  await expect.element(dialog.getByText('Enter a day on or after the first one')).toBeVisible()
  await expectNoAxeViolations(dialog)
  await from.fill('2015-04-10')
  answer(exportAgreements, refusal('not_found', 'No agreements were signed in this period.'))
  await submit.click()
  await expectToast('No agreements were signed in this period.')
  answer(exportAgreements, ({ query }) => zip(`${query.get('from')} to ${query.get('to')}.zip`))
  await submit.click()
  await expect.poll(() => saved).toEqual([expect.stringMatching(/ as 2015-04-10 to 2015-04-10.zip$/)])
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(open).toHaveFocus()
})
