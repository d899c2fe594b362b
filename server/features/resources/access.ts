import { isStaff } from '#contract/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import type { Audience } from './data.ts'

/** Staff see every resource; a partner what is for everyone, for them or for their group. */
export const audienceOf = (user: SignedInUser): Audience | null => {
  if (isStaff(user.role)) return null
  if (!user.partnerId) throw new Error('a partner without a profile has no audience')
  return { partnerId: user.partnerId, partnerGroup: user.partnerGroup }
}
