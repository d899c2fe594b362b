import { onboardingTypes } from '#contract/documents/agreements/agreement.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { countsAsSigned } from '#contract/documents/standing.ts'

/**
 * Returns the agreement of each type that onboarding requires: the signed one, otherwise the oldest, but none that is voided. Partners
 * sign further agreements from the dashboard.
 */
export const requiredDocuments = (documents: readonly PartnerDocument[]): PartnerDocument[] =>
  onboardingTypes.flatMap((type) => {
    const ofType = documents.filter(({ documentType, voidedAt }) => documentType === type && !voidedAt)
    return ofType.find(countsAsSigned) ?? ofType[0] ?? []
  })

/** How many of the agreements that onboarding requires are signed, and how many it requires. */
export const signedCount = (documents: readonly PartnerDocument[]) => ({
  signed: requiredDocuments(documents).filter(countsAsSigned).length,
  required: onboardingTypes.length,
})
