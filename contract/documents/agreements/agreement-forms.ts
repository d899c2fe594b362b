import type { AgreementForm, BuiltInType } from './agreement.ts'
import { amendmentForm20261129 } from './amendment-2026-11-29-form.ts'
import { ndaForm20261120 } from './nda-2026-11-20-form.ts'
import { venuePartnershipForm20261120 } from './venue-partnership-agreement-2026-11-20-form.ts'

/** The forms of the agreements that come with the portal, the same in every version. Browsers load this file without the texts. */
export const agreementForms = {
  nda: ndaForm20261120,
  venue_partnership_agreement: venuePartnershipForm20261120,
  party__amendment: amendmentForm20261129,
} satisfies Record<BuiltInType, AgreementForm>
