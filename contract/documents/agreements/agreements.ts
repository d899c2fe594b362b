import type { Agreement, DocumentType } from './agreement.ts'
import { nda20261120 } from './nda-2026-11-20.ts'
import { venuePartnershipAgreement20261120 } from './venue-partnership-agreement-2026-11-20.ts'

export { type DocumentType, documentTypes } from './agreement.ts'

/** The versions that are offered for signature. Their forms are listed in agreement-forms.ts. */
export const agreements: Record<DocumentType, Agreement> = {
  nda: nda20261120,
  venue_partnership_agreement: venuePartnershipAgreement20261120,
}

/** The first versions, whose words the later ones repeat. */
const firstAgreements = [nda20261120, venuePartnershipAgreement20261120].map(
  (agreement): Agreement => ({ ...agreement, version: '2026-01-12' }),
)

/** Every version that was ever offered, the oldest first, so that signed agreements can be drawn again. */
export const publishedAgreements: readonly Agreement[] = [
  ...firstAgreements,
  nda20261120,
  venuePartnershipAgreement20261120,
]

/** The published version of an agreement, or `undefined` where there is none of that name. */
export const agreementVersion = (documentType: DocumentType, version: string): Agreement | undefined =>
  publishedAgreements.find(
    (agreement) => agreement.documentType === documentType && agreement.version === version,
  )
