import { isStaff } from '#contract/users/roles.ts'
import { audienceKeysOf } from '#server/features/audience/keys.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** A partner who reads announcements, possibly during onboarding. */
export interface Reader {
  userId: string
  /** The entries of an audience that the partner belongs to. */
  keys: string[]
}

/** Returns undefined for staff, who get no announcements, and for users without a profile, who are in no audience. */
export const readerOf = ({ id, role, partnerId, partnerGroup }: SignedInUser): Reader | undefined => {
  if (isStaff(role) || partnerId === null) return undefined
  return { userId: id, keys: ['everyone', ...audienceKeysOf({ partnerId, partnerGroup })] }
}
