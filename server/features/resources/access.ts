import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** The audience that a reader belongs to. Staff may read every file, a partner those for everyone, for them or for their group. */
export type Audience = 'staff' | { partnerId: string; partnerGroup: string | null }

export const audienceOf = (user: SignedInUser): Audience => {
  if (isStaff(user.role)) return 'staff'
  if (!user.partnerId) throw new Error('a partner without a profile has no audience')
  return { partnerId: user.partnerId, partnerGroup: user.partnerGroup }
}
