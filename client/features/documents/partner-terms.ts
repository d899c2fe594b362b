import { z } from 'zod'
import { AppendixA } from '#contract/partners/appendix-a.ts'

/** Whether agreements of a type have terms that staff can enter. */
export const hasTerms = (documentType: string) => documentType === 'venue_partnership_agreement'

/** The terms that staff have changed, by partner. */
export const PartnerTermsShape = z.record(z.string(), AppendixA)

/** Returns the part of a request with the terms of single partners. */
export const sentPartnerTerms = (documentType: string, terms: z.output<typeof PartnerTermsShape>) =>
  hasTerms(documentType) && {
    partnerTerms: Object.entries(terms).map(([partnerId, appendixA]) => ({ partnerId, appendixA })),
  }
