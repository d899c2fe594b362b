import { onboardingTypes } from '#contract/documents/agreements/agreement.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { countsAsSigned } from '#contract/documents/standing.ts'

/**
 * The agreement of each type that onboarding requires: the signed one, else the oldest; none that is voided. Further ones that staff have added are
 * signed from the dashboard.
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
