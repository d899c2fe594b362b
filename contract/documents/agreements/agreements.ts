import type { Agreement, OnboardingType } from './agreement.ts'
import { nda20261120 } from './nda-2026-11-20.ts'
import { venuePartnershipAgreement20261120 } from './venue-partnership-agreement-2026-11-20.ts'

/** The texts that the portal comes with: the first versions. Later ones are in the database alone. Their forms are listed in agreement-forms.ts. */
export const firstAgreements: Record<OnboardingType, Agreement> = {
  nda: nda20261120,
  venue_partnership_agreement: venuePartnershipAgreement20261120,
}
