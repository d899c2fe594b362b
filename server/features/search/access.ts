import { isStaff } from '#contract/users/roles.ts'
import { type Reader, readerOf } from '#server/features/announcements/reading/access.ts'
import { type Audience, audienceOf } from '#server/features/resources/access.ts'
import { isOnboarded } from '#server/http/access.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** What a user may search. */
export interface SearchScope {
  /** Whether partners, users and conversations are searched. They are searched for staff only. */
  isStaff: boolean
  /** The audience whose files are searched; null for partners who may not see the library yet. */
  library: Audience | null
  /** The partners whose tasks are searched, which are all that the user belongs to; null for all partners. */
  tasksOf: string[] | null
  /** Those of them whose agreements are searched. */
  agreementsOf: string[]
  /** The reader whose announcements are searched; null for all announcements. */
  reader: Reader | null
}

/** Returns what a user may search; undefined for a user who can find nothing yet. */
export const searchScopeOf = (user: SignedInUser): SearchScope | undefined => {
  if (isStaff(user.role))
    return { isStaff: true, library: 'staff', tasksOf: null, agreementsOf: [], reader: null }
  const reader = readerOf(user)
  if (!reader) return undefined
  return {
    isStaff: false,
    library: isOnboarded(user) ? audienceOf(user) : null,
    tasksOf: user.memberships.map(({ partnerId }) => partnerId),
    agreementsOf: user.memberships.flatMap(({ partnerId, canSign }) => (canSign ? [partnerId] : [])),
    reader,
  }
}
