import type { ReadingStep } from '#contract/documents/reading.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { valueHash } from '#server/domain-events/chain/event-hash.ts'
import { eventsAbout, type Fields } from '#server/domain-events/event.ts'
import {
  notifyOfCountersignature,
  notifyOfDocumentsOfferedAgain,
  notifyOfNewDocument,
  notifyPartnerOfDocument,
  notifyStaffOfDocument,
} from '#server/features/notifications/notify/data.ts'
import type { CountersignatureRow } from './countersigning/data.ts'
import { countersigningEvidence } from './countersigning/evidence.ts'
import { type SignatureRow, signingEvidence } from './signing/evidence.ts'

interface HasId {
  document: { id: string }
}

/** A partner's agreement, and the profile of the partner. */
interface About {
  document: { id: string; documentName: string }
  profile: { id: string; fullName: string }
}

const documentId = ({ document }: HasId) => document.id

const documentEvent = eventsAbout<About>({
  subject: ({ document, profile }) => ({
    id: document.id,
    name: `${document.documentName}: ${profile.fullName}`,
  }),
  partnerId: ({ profile }) => profile.id,
  metadata: (data) => ({ documentId: documentId(data) }),
  documentId,
})

/** Defines an event that only becomes evidence; neither the activity nor the audit log lists it. */
const evidenceEvent = eventsAbout<HasId>({ documentId })

/** Defines an event about an agreement for several partners, which their own agreements follow. */
const sharedDocumentEvent = eventsAbout<Pick<About, 'document'>>({
  subject: ({ document }) => ({ id: document.id, name: document.documentName }),
})

const line =
  (text: (name: string) => string) =>
  ({ document }: About) =>
    text(document.documentName)

/** Builds evidence that names the acting user by their id. */
const evidenceOf =
  <Data>(fieldsOf: (data: Data) => Fields = () => ({})) =>
  (data: Data, by: Actor | null): Fields => ({ by: by?.id, ...fieldsOf(data) })

/** Builds the evidence of terms. It contains only their hash, since terms can contain personal data and evidence is kept forever. */
const termsEvidence = (by: string | undefined, documentType: string, terms: Fields | null) => ({
  by,
  documentType,
  termsSha256: valueHash(terms),
})

/** Notifies the partners who had declined these agreements: the change makes the agreements open again. */
const offeredAgain = async (tx: Executor, occurred: (HasId & { wasDeclined: boolean })[]) => {
  const ids = occurred.filter(({ wasDeclined }) => wasDeclined).map(documentId)
  if (ids.length > 0) await notifyOfDocumentsOfferedAgain(tx, ids)
}

type WithTerms = About & {
  document: { documentType: string }
  terms: Fields | null
}

const ownTermsEvidence = ({ document, terms }: WithTerms, by: Actor | null) =>
  termsEvidence(by?.id, document.documentType, terms)

export const documentAdded = documentEvent('document.added', {
  activity: { document_added: line((name) => `${name} added`) },
  audit: 'of staff',
  evidence: { terms_changed: ownTermsEvidence },
  notify: {
    agreement_waiting: async (tx, occurred) => {
      for (const { document } of occurred) await notifyOfNewDocument(tx, document.id)
    },
  },
})

type ChangedTerms = WithTerms & { wasDeclined: boolean }

export const documentChanged = documentEvent('document.changed', {
  activity: { document_changed: line((name) => `${name} changed`) },
  audit: 'of staff',
  evidence: { terms_changed: ownTermsEvidence },
  notify: { agreement_waiting: (tx, occurred: ChangedTerms[]) => offeredAgain(tx, occurred) },
})

type ChangedDates = About & {
  effectiveOn: string | null
  endsOn: string | null
  wasDeclined: boolean
}

export const documentDatesChanged = documentEvent('document.dates_changed', {
  activity: { document_changed: line((name) => `Dates of ${name} changed`) },
  audit: 'of staff',
  action: 'document.changed',
  evidence: {
    dates_changed: evidenceOf(({ effectiveOn, endsOn }: ChangedDates) => ({ effectiveOn, endsOn })),
  },
  notify: { agreement_waiting: (tx, occurred: ChangedDates[]) => offeredAgain(tx, occurred) },
})

/** An agreement was deleted. The event adds no evidence, since the deletion itself ends the chain. */
export const documentWithdrawn = documentEvent('document.withdrawn', {
  activity: { document_withdrawn: line((name) => `${name} deleted`) },
  audit: 'of staff',
})

export const documentSigned = documentEvent('document.signed', {
  activity: { document_signed: line((name) => `${name} signed`) },
  evidence: {
    consented: ({ signature }: About & { signature: SignatureRow }) => signingEvidence(signature).consented,
    signed: ({ signature }) => signingEvidence(signature).signed,
  },
})

type Countersigned = About & { countersignature: CountersignatureRow }

export const documentCountersigned = documentEvent('document.countersigned', {
  activity: { document_countersigned: line((name) => `${name} signed by the company`) },
  audit: 'of staff',
  evidence: {
    countersigned: ({ countersignature }: Countersigned) => countersigningEvidence(countersignature),
  },
  notify: {
    agreement_countersigned: async (tx, occurred) => {
      for (const { document } of occurred) await notifyOfCountersignature(tx, document.id)
    },
  },
})

type SignedOnPaper = About & { signatureData: string; scanSha256: string | null }

export const documentMarkedSigned = documentEvent('document.marked_signed', {
  activity: { document_marked_signed: line((name) => `${name} marked as signed on paper`) },
  audit: 'of staff',
  evidence: {
    marked_signed: evidenceOf(({ signatureData, scanSha256 }: SignedOnPaper) => ({
      signatureDataSha256: valueHash(signatureData),
      scanSha256,
    })),
  },
})

export const documentScanAdded = documentEvent('document.scan_added', {
  activity: { document_scan_added: line((name) => `Scan of ${name} added`) },
  audit: 'of staff',
  evidence: { scan_added: evidenceOf(({ scanSha256 }: About & { scanSha256: string }) => ({ scanSha256 })) },
})

export const documentSignatureTakenBack = documentEvent('document.signature_taken_back', {
  activity: { document_signature_taken_back: line((name) => `${name} must be signed again`) },
  audit: 'of staff',
  evidence: { taken_back: evidenceOf() },
})

type Declined = About & { reason: string }

export const documentDeclined = documentEvent('document.declined', {
  activity: { document_declined: line((name) => `${name} declined`) },
  evidence: { declined: evidenceOf(({ reason }: Declined) => ({ reasonSha256: valueHash(reason) })) },
  notify: {
    agreement_attention: async (tx, occurred: Declined[]) => {
      for (const { document, reason } of occurred) {
        const title = `${document.documentName} declined`
        await notifyStaffOfDocument(tx, document.id, { title, detail: reason })
      }
    },
  },
})

type Voided = About & { voidedAt: Date; reason: string }

export const documentVoided = documentEvent('document.voided', {
  activity: { document_voided: line((name) => `${name} voided`) },
  audit: 'of staff',
  evidence: {
    voided: evidenceOf(({ voidedAt, reason }: Voided) => ({
      voidedAt: voidedAt.toISOString(),
      reasonSha256: valueHash(reason),
    })),
  },
  notify: {
    agreement_changed: async (tx, occurred: Voided[]) => {
      for (const { document, reason } of occurred) {
        const title = `Voided: ${document.documentName}`
        await notifyPartnerOfDocument(tx, document.id, { title, detail: reason })
      }
    },
  },
})

interface Replaced extends About {
  /** The id of the agreement that replaces this one. */
  replacedBy: string
  effectiveOn: string | null
  endsOn: string
}

export const documentReplaced = documentEvent('document.replaced', {
  activity: { document_replaced: line((name) => `${name} replaced by a later one`) },
  evidence: {
    replaced: evidenceOf(({ replacedBy, effectiveOn, endsOn }: Replaced) => ({
      replacedBy,
      effectiveOn,
      endsOn,
    })),
  },
})

export const documentDownloaded = documentEvent('document.downloaded', {
  audit: 'of anyone',
  evidence: { downloaded: evidenceOf() },
})

/** An agreement was exported. The audit log records the export as a whole. */
export const documentExported = evidenceEvent('document.exported', {
  evidence: { downloaded: evidenceOf(() => ({ export: true })) },
})

type Read = HasId & { step: ReadingStep; agreementVersion: string }

const readingEvidence =
  (type: ReadingStep) =>
  ({ step, agreementVersion }: Read, by: Actor | null) =>
    step === type ? { by: by?.id, agreementVersion } : null

export const documentRead = evidenceEvent('document.read', {
  evidence: { opened: readingEvidence('opened'), read_to_end: readingEvidence('read_to_end') },
})

/** A signature from before the portal kept evidence in chains. */
export const earlierSignatureAdded = evidenceEvent('document.earlier_signature_added', {
  evidence: {
    consented: ({ signature }: HasId & { signature: SignatureRow }) => signingEvidence(signature).consented,
    signed: ({ signature }) => signingEvidence(signature).signed,
  },
})

export const documentSealed = evidenceEvent('document.sealed', {
  evidence: { sealed: ({ seal }: HasId & { seal: Fields }) => seal },
})

export const documentTimestamped = evidenceEvent('document.timestamped', {
  evidence: { timestamped: ({ timestamp }: HasId & { timestamp: Fields }) => timestamp },
})

export const documentCopySent = evidenceEvent('document.copy_sent', {
  evidence: { copy_sent: ({ emailId }: HasId & { emailId: string }) => ({ emailId }) },
})

interface FollowedTerms extends HasId {
  terms: Fields | null
  /** The id of the user who changed the agreement for several partners. The job knows nothing else about this user. */
  actorId: string
  wasDeclined: boolean
}

/** A partner's agreement got the new terms of one for several partners. Only the partnership agreement has terms. */
export const documentTermsFollowed = evidenceEvent('document.terms_followed', {
  evidence: {
    terms_changed: ({ actorId, terms }: FollowedTerms) =>
      termsEvidence(actorId, 'venue_partnership_agreement', terms),
  },
  notify: { agreement_waiting: (tx, occurred: FollowedTerms[]) => offeredAgain(tx, occurred) },
})

export const sharedDocumentAdded = sharedDocumentEvent('shared_document.added', {
  audit: 'of staff',
  action: 'document.added',
})

export const sharedDocumentChanged = sharedDocumentEvent('shared_document.changed', {
  audit: 'of staff',
  action: 'document.changed',
})

export const sharedDocumentWithdrawn = sharedDocumentEvent('shared_document.withdrawn', {
  audit: 'of staff',
  action: 'document.withdrawn',
})
