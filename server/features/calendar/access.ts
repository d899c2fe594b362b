import { isStaff } from '#contract/users/roles.ts'
import { audienceKeysOf } from '#server/features/audience/keys.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import type { Membership } from '#server/sessions/partner-rights.ts'

/** A partner whose entries are in a calendar. */
export type CalendarPartner = Pick<Membership, 'partnerId' | 'partnerGroup' | 'canSign'>

/** The calendar that is read. */
export interface CalendarReader {
  /** The partners whose entries it has; null for all partners. */
  partners: CalendarPartner[] | null
  /** Whether each entry names its partner. A person of one partner would only see their own. */
  namesPartners: boolean
}

/** Returns the ids of the partners in a calendar; null for all partners. */
export const idsOf = ({ partners }: CalendarReader) => partners?.map(({ partnerId }) => partnerId) ?? null

/** Returns the audience entries of the partners in a calendar; null for the calendar of all partners. */
export const audienceOf = ({ partners }: CalendarReader) =>
  partners && ['everyone', ...partners.flatMap(audienceKeysOf)]

/**
 * Returns a user's own calendar, which for staff is the one of all partners, and for others the one of all partners that they belong to; null
 * for a user without a partner.
 */
export const ownReader = (role: SignedInUser['role'], partners: CalendarPartner[]): CalendarReader | null => {
  if (isStaff(role)) return { partners: null, namesPartners: true }
  return partners.length === 0 ? null : { partners, namesPartners: partners.length > 1 }
}
