import type { ListedDocument } from '#contract/documents/document-list.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { profile } from './people.ts'

/** The fields that only the list of the agreements of all partners has. */
const listed = { eventName: null, openedAt: null }

/** An agreement in the list of the agreements of all partners. */
export const listedDocument = (
  partner: ListedDocument['partner'],
  { eventName, openedAt, ...fields }: Partial<ListedDocument> = {},
): ListedDocument => ({
  ...documentRow({ partnerId: partner.id, ...fields }),
  ...listed,
  ...(eventName !== undefined && { eventName }),
  ...(openedAt !== undefined && { openedAt }),
  partner,
})

let last = 0

/** An NDA that `partner` has not signed yet. */
export const documentRow = (fields: Partial<PartnerDocument> = {}): PartnerDocument => ({
  id: `77777777-7777-4777-8777-${String(++last).padStart(12, '0')}`,
  partnerId: profile.id,
  documentType: 'nda',
  documentName: 'NDA',
  documentTitle: 'Non-Disclosure Agreement',
  documentPath: null,
  fileName: null,
  fileType: null,
  fileSize: null,
  status: 'pending',
  signedAt: null,
  declinedAt: null,
  declineReason: null,
  voidedAt: null,
  voidReason: null,
  effectiveOn: null,
  endsOn: null,
  replacesEarlier: false,
  signatureData: null,
  appendixA: null,
  sharedDocumentId: null,
  assignedPartnerIds: [],
  assignedGroup: null,
  createdAt: '2026-11-01T15:00:00.000Z',
  updatedAt: '2026-11-01T15:00:00.000Z',
  evidence: null,
  awaitsCompany: false,
  countersignature: null,
  amendedBy: [],
  ...fields,
})
