import { isStaff } from '#contract/users/roles.ts'
import { type Reader, readerOf } from '#server/features/announcements/reading/access.ts'
import { type Audience, audienceOf } from '#server/features/resources/access.ts'
import { isOnboarded, partnerOfAgreements } from '#server/http/access.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** What a user may search. */
export interface SearchScope {
  /** Whether partners, users and conversations are searched. They are searched for staff only. */
  isStaff: boolean
  /** The audience whose files are searched; null for partners who may not see the library yet. */
  library: Audience | null
  /** The partner whose tasks are searched; null for all partners. */
  partnerId: string | null
  /** The partner whose agreements are searched; null if none are. */
  agreementsOf: string | null
  /** The reader whose announcements are searched; null for all announcements. */
  reader: Reader | null
}

/** Returns what a user may search; undefined for a user who can find nothing yet. */
export const searchScopeOf = (user: SignedInUser): SearchScope | undefined => {
  if (isStaff(user.role))
    return { isStaff: true, library: 'staff', partnerId: null, agreementsOf: null, reader: null }
  const reader = readerOf(user)
  if (!reader || user.partnerId === null) return undefined
  return {
    isStaff: false,
    library: isOnboarded(user) ? audienceOf(user) : null,
    partnerId: user.partnerId,
    agreementsOf: partnerOfAgreements(user),
    reader,
  }
}
