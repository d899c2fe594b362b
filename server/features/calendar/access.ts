import { isStaff } from '#contract/users/roles.ts'
import { audienceKeysOf } from '#server/features/audience/keys.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** Whose calendar is read, and for whom. */
export interface CalendarReader {
  /** Null for all partners. */
  partnerId: string | null
  partnerGroup: string | null
  isForStaff: boolean
}

/** The entries of an audience of which one makes something theirs; null for everything. */
export const audienceOf = ({ partnerId, partnerGroup }: CalendarReader) =>
  partnerId === null ? null : ['everyone', ...audienceKeysOf({ partnerId, partnerGroup })]

type User = Pick<SignedInUser, 'role' | 'partnerId' | 'partnerGroup'>

/** The own calendar of a user, for staff that of all partners. Null for a user without a profile, who has none. */
export const ownReader = ({ role, partnerId, partnerGroup }: User): CalendarReader | null => {
  if (isStaff(role)) return { partnerId: null, partnerGroup: null, isForStaff: true }
  return partnerId === null ? null : { partnerId, partnerGroup, isForStaff: false }
}

/** Partners read their own calendar, staff that of each partner. */
export const canReadCalendarOf = (user: User, partnerId: string) =>
  isStaff(user.role) || user.partnerId === partnerId
