import type { Agreement, BuiltInType } from './agreement.ts'
import { amendment20261129 } from './amendment-2026-11-29.ts'
import { nda20261120 } from './nda-2026-11-20.ts'
import { venuePartnershipAgreement20261120 } from './venue-partnership-agreement-2026-11-20.ts'

/** The first versions of the texts, which come with the portal. Later versions are only in the database. Forms: see agreement-forms.ts. */
export const firstAgreements: Record<BuiltInType, Agreement> = {
  nda: nda20261120,
  venue_partnership_agreement: venuePartnershipAgreement20261120,
  party__amendment: amendment20261129,
}
