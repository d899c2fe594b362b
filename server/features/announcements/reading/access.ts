import { isStaff } from '#contract/users/roles.ts'
import { audienceKeysOf } from '#server/features/audience/keys.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** Who reads announcements: a partner, also in onboarding. */
export interface Reader {
  userId: string
  /** The entries of an audience that they are in. */
  keys: string[]
}

/** Undefined for staff, whom nothing is announced to, and before there is a profile, which is what an audience is made of. */
export const readerOf = ({ id, role, partnerId, partnerGroup }: SignedInUser): Reader | undefined => {
  if (isStaff(role) || partnerId === null) return undefined
  return { userId: id, keys: ['everyone', ...audienceKeysOf({ partnerId, partnerGroup })] }
}
