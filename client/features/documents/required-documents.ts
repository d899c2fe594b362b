import { onboardingTypes } from '#contract/documents/agreements/agreement.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'

/**
 * The agreement of each type that onboarding requires: the signed one, else the oldest. Further ones that staff have added are
 * signed from the dashboard.
 */
export const requiredDocuments = (documents: readonly PartnerDocument[]): PartnerDocument[] =>
  onboardingTypes.flatMap((type) => {
    const ofType = documents.filter(({ documentType }) => documentType === type)
    return ofType.find(({ status }) => status === 'signed') ?? ofType[0] ?? []
  })

/** How many of the agreements that onboarding requires are signed, and how many it requires. */
export const signedCount = (documents: readonly PartnerDocument[]) => ({
  signed: requiredDocuments(documents).filter(({ status }) => status === 'signed').length,
  required: onboardingTypes.length,
})
