import { isStaff } from '#contract/users/roles.ts'
import { audienceKeysOf } from '#server/features/audience/keys.ts'
import { isOnboarded } from '#server/http/access.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** A partner who reads announcements, possibly during onboarding. */
export interface Reader {
  userId: string
  /** The entries of an audience that the partner belongs to. */
  keys: string[]
  /** Whether the library is open to the reader. */
  isOnboarded: boolean
}

/** Returns undefined for staff, who get no announcements, and for users without a profile, who are in no audience. */
export const readerOf = (user: SignedInUser): Reader | undefined => {
  const { id, role, partnerId, partnerGroup } = user
  if (isStaff(role) || partnerId === null) return undefined
  const keys = ['everyone', ...audienceKeysOf({ partnerId, partnerGroup })]
  return { userId: id, keys, isOnboarded: isOnboarded(user) }
}
