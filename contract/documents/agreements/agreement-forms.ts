import type { AgreementForm, DocumentType } from './agreement.ts'
import { ndaForm20261120 } from './nda-2026-11-20-form.ts'
import { venuePartnershipForm20261120 } from './venue-partnership-agreement-2026-11-20-form.ts'

/** The forms of the agreements in force. Apart from the texts, so that checking values does not load those into a browser. */
export const agreementForms = {
  nda: ndaForm20261120,
  venue_partnership_agreement: venuePartnershipForm20261120,
} satisfies Record<DocumentType, AgreementForm>
