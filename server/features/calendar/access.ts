import { isStaff } from '#contract/users/roles.ts'
import { audienceKeysOf } from '#server/features/audience/keys.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** The calendar that is read, and whether staff read it. */
export interface CalendarReader {
  /** The partner whose calendar is read; null for all partners. */
  partnerId: string | null
  partnerGroup: string | null
  isForStaff: boolean
}

/** Returns the audience entries of the calendar's partner; null for the calendar of all partners. */
export const audienceOf = ({ partnerId, partnerGroup }: CalendarReader) =>
  partnerId === null ? null : ['everyone', ...audienceKeysOf({ partnerId, partnerGroup })]

type User = Pick<SignedInUser, 'role' | 'partnerId' | 'partnerGroup'>

/** Returns a user's own calendar, which for staff is the one of all partners; null for a user without a profile. */
export const ownReader = ({ role, partnerId, partnerGroup }: User): CalendarReader | null => {
  if (isStaff(role)) return { partnerId: null, partnerGroup: null, isForStaff: true }
  return partnerId === null ? null : { partnerId, partnerGroup, isForStaff: false }
}

/** Partners read their own calendar, staff that of each partner. */
export const canReadCalendarOf = (user: User, partnerId: string) =>
  isStaff(user.role) || user.partnerId === partnerId
