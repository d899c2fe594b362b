import { appendixAFields } from '#contract/partners/appendix-a-fields.ts'
import { mayNotSign } from '#server/http/access.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import type { PartnerProfileRow } from './data.ts'

const noTerms = Object.fromEntries(appendixAFields.map((name) => [name, null]))

/** Returns a profile as a user receives it: the terms and amounts are null for a member who may not sign. */
export const profileFor = (
  user: Pick<SignedInUser, 'partnerRole' | 'canSign'>,
  profile: PartnerProfileRow,
): PartnerProfileRow => (mayNotSign(user) ? { ...profile, ...noTerms } : profile)
