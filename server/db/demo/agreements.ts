import { randomUUID } from 'node:crypto'
import { type OnboardingType, onboardingNames } from '#contract/documents/agreements/agreement.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { agreementText } from '#contract/documents/agreements/draw-agreement.ts'
import { documentSeals } from '#server/db/schema/evidence.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { documentSignatures } from '#server/db/schema/signatures.ts'
import { nameOf } from '#server/domain-events/actor.ts'
import {
  documentAdded,
  documentChanged,
  documentMarkedSigned,
  documentRead,
  documentSigned,
} from '#server/features/documents/events.ts'
import { signedEmail, signedSubject } from '#server/features/documents/signing/emails.ts'
import { signatureRow, signedFields, termsOf } from '#server/features/documents/signing/evidence.ts'
import { onboardingCompleted } from '#server/features/partners/events.ts'
import { pick } from '#server/pick.ts'
import { addAgreementLife } from './agreement-life.ts'
import { readSample, storeSample } from './files.ts'
import { after, daysAgo, onWorkday } from './moments.ts'
import type { DemoDeps, Partner } from './people.ts'
import { contractValuesOf, ndaValuesOf } from './terms.ts'

type DocumentRow = typeof partnerDocuments.$inferInsert
type SignatureRow = typeof documentSignatures.$inferInsert

interface Agreement {
  partner: Partner
  id: string
  documentType: OnboardingType
  createdAt: Date
  /** The number of days before today on which the agreement was signed. */
  signed: number | undefined
}

/** Creates the agreements of all partners. Signed ones get the evidence that signing stores. */
export const createAgreements = async (deps: DemoDeps, partners: Partner[]) => {
  const made = await Promise.all(partners.flatMap(agreementsOf).map((agreement) => create(deps, agreement)))
  await deps.db.insert(partnerDocuments).values(made.map(({ document }) => document))
  const signatures = made.flatMap(({ evidence }) => evidence ?? [])
  await deps.db.insert(documentSignatures).values(signatures)
  // The job that seals agreements creates the sealed files.
  await deps.db.insert(documentSeals).values(signatures.map(({ documentId }) => ({ documentId })))
  await addAgreementLife(deps, partners, made)
}

const agreementsOf = (partner: Partner): Agreement[] => {
  const [, profile, nda, contract] = partner.steps
  if (profile === undefined) return []
  const createdAt = onWorkday(profile, '11:20')
  const first = { partner, createdAt }
  const own: Agreement[] = [
    { ...first, id: randomUUID(), documentType: 'nda', signed: nda },
    { ...first, id: randomUUID(), documentType: 'venue_partnership_agreement', signed: contract },
  ]
  const { again } = partner
  if (again === undefined) return own
  const added = { partner, id: randomUUID(), createdAt: onWorkday(again + 5, '14:30'), signed: again }
  return [...own, { ...added, documentType: 'venue_partnership_agreement' }]
}

const create = async (
  deps: DemoDeps,
  agreement: Agreement,
): Promise<{ document: DocumentRow & { id: string }; evidence?: SignatureRow }> => {
  const { journal } = deps
  const { partner, id, documentType, createdAt, signed } = agreement
  const { caretaker, steps } = partner
  const isContract = documentType === 'venue_partnership_agreement'
  const base = { id, partnerId: partner.id, documentType, createdAt, updatedAt: createdAt }
  const about = aboutOf(agreement)
  if (isContract && signed !== undefined && signed === partner.again) {
    const after = { partnerId: partner.id, documentType }
    journal.record(createdAt, documentAdded, caretaker, { ...about, terms: null, after })
  }
  if (signed === undefined) {
    if (!isContract || !partner.hasTerms) return { document: base }
    const updatedAt = onWorkday((steps[2] ?? 2) - 2, '16:10')
    const {
      partnershipSignerName: _name,
      partnershipSignerTitle: _title,
      ...terms
    } = termsOf(contractValuesOf(partner, daysAgo(-7)))
    const { partnershipSignatureDate: _date, ...appendixA } = terms
    const changed = { ...about, terms: appendixA, wasDeclined: false, after: { appendixA } }
    journal.record(updatedAt, documentChanged, caretaker, changed)
    return { document: { ...base, appendixA, updatedAt } }
  }
  const signedAt = onWorkday(signed, isContract ? '15:40' : '13:15')
  const made =
    isContract && partner.isOnPaper
      ? await signOnPaper(deps, agreement, signedAt)
      : await signOnline(deps, agreement, signedAt)
  if (isContract && signed === steps[3]) {
    const by = partner.isOnPaper ? caretaker : partner.user
    journal.record(after(signedAt, 0.001), onboardingCompleted, by, { partner })
  }
  return { ...made, document: { ...base, ...made.document, status: 'signed', updatedAt: signedAt } }
}

/** Returns the data that events of an agreement contain. */
const aboutOf = ({ partner, id, documentType }: Agreement) => ({
  document: { id, documentType, documentName: onboardingNames[documentType] },
  profile: partner,
})

const signOnline = async (deps: DemoDeps, made: Agreement, signedAt: Date) => {
  const { partner, id, documentType } = made
  const { settings, journal } = deps
  const { user } = partner
  const { companyName } = settings
  const agreement = firstAgreements[documentType]
  const values: Record<string, string> =
    documentType === 'nda' ? ndaValuesOf(partner, signedAt) : contractValuesOf(partner, signedAt)
  const text = agreementText(agreement, values, companyName)
  const digitalSignature = `/s/ ${nameOf(user)}`
  journal.email(user, signedAt, {
    type: 'agreement_signed',
    subject: signedSubject(onboardingNames[documentType]),
    content: signedEmail(
      onboardingNames[documentType],
      { companyName, signerName: nameOf(user), signedAt, timeZone: null },
      `${settings.baseUrl}/?agreement=${id}`,
    ),
  })
  const signer = {
    id: user.id,
    email: user.email,
    ipAddress: '127.0.0.1',
    userAgent: 'Demo data',
    signInMethod: 'demo' as const,
    signedInAt: after(signedAt, -0.3),
  }
  const evidence = signatureRow({
    documentId: id,
    signer,
    agreement,
    companyName,
    values: { ...values, digitalSignature },
    text,
    signedAt,
  })
  const openedAt = after(signedAt, -0.2)
  const read = { ...aboutOf(made), step: 'opened' as const, agreementVersion: agreement.version }
  journal.record(openedAt, documentRead, user, read)
  journal.record(signedAt, documentSigned, user, { ...aboutOf(made), signature: evidence })
  const fields = signedFields(documentType, { ...values, digitalSignature }, signedAt)
  return { document: { ...fields, openedAt, textVersion: agreement.version }, evidence }
}

const signOnPaper = async ({ store, journal }: DemoDeps, agreement: Agreement, signedAt: Date) => {
  const { caretaker } = agreement.partner
  const bytes = await readSample('pictures', 'scan-contract.jpg')
  const file = await storeSample(store, bytes, { fileName: 'Signed contract.jpg', fileType: 'jpg' })
  const signatureData = JSON.stringify({
    documentType: agreement.documentType,
    signedAt: signedAt.toISOString(),
    signedOn: 'paper',
    markedBy: caretaker.id,
    markedByName: nameOf(caretaker),
    markedByEmail: caretaker.email,
  })
  journal.record(signedAt, documentMarkedSigned, caretaker, {
    ...aboutOf(agreement),
    signatureData,
    scanSha256: file.sha256,
    before: { status: 'pending' },
    after: { status: 'signed', signedAt, scan: file.fileName },
  })
  return { document: { ...fileColumns(file), signedAt, signatureData } }
}

const fileColumns = (file: Awaited<ReturnType<typeof storeSample>>) => ({
  documentPath: file.objectKey,
  ...pick(file, 'fileName', 'fileType', 'fileSize'),
  fileSha256: file.sha256,
})
