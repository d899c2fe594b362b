import { isStaff } from '#contract/users/roles.ts'
import { type Reader, readerOf } from '#server/features/announcements/reading/access.ts'
import { type Audience, audienceOf } from '#server/features/resources/access.ts'
import { isOnboarded } from '#server/http/access.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** What a search looks through. */
export interface SearchScope {
  /** Partners, users and conversations: of everyone, or not at all. */
  isStaff: boolean
  /** Null for partners who may not see the library yet. */
  library: Audience | null
  /** Whose tasks and agreements; null for those of all partners. */
  partnerId: string | null
  /** To whom the announcements are; null for all of them. */
  reader: Reader | null
}

/** Undefined for a user who can find nothing yet. */
export const searchScopeOf = (user: SignedInUser): SearchScope | undefined => {
  if (isStaff(user.role)) return { isStaff: true, library: 'staff', partnerId: null, reader: null }
  const reader = readerOf(user)
  if (!reader || user.partnerId === null) return undefined
  return {
    isStaff: false,
    library: isOnboarded(user) ? audienceOf(user) : null,
    partnerId: user.partnerId,
    reader,
  }
}
