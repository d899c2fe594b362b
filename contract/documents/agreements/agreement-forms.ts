import type { AgreementForm, OnboardingType } from './agreement.ts'
import { ndaForm20261120 } from './nda-2026-11-20-form.ts'
import { venuePartnershipForm20261120 } from './venue-partnership-agreement-2026-11-20-form.ts'

/** The forms of the two agreements of onboarding, the same in every version. Browsers load this file without the texts. */
export const agreementForms = {
  nda: ndaForm20261120,
  venue_partnership_agreement: venuePartnershipForm20261120,
} satisfies Record<OnboardingType, AgreementForm>
