import type { OnboardingStatus, PartnerRole } from '#contract/partners/labels.ts'
import { orNotFound } from '#server/http/app-error.ts'

/** A partner that a user belongs to, as `partnersSql` returns it. */
export interface Membership {
  partnerId: string
  memberId: string
  isOwner: boolean
  canSign: boolean
  onboardingStatus: OnboardingStatus
  /** The names in the partner's profile. */
  fullName: string
  businessName: string
  /** The group of the owner. */
  partnerGroup: string | null
  conversationId: string
  /** Whether other people belong to the partner, too. */
  hasOtherMembers: boolean
}

/** The partner that a signed-in user acts for, and the user's rights there. */
export interface PartnerOfUser {
  /** All partners that the user belongs to, the one that they own first. */
  memberships: Membership[]
  /** The name in the user's own partner profile; null for a user who does not act for their own. */
  fullName: string | null
  /** The group of the partner. */
  partnerGroup: string | null
  /** The partner that the user acts for; null for a user without one. */
  partnerId: string | null
  /** Whether it is certain which partner the user acts for: the request names it, or the user belongs to one at most. */
  isPartnerCertain: boolean
  /** The user's role at the partner; null without one. */
  partnerRole: PartnerRole | null
  /** Whether the user signs the partner's agreements and sees agreements, terms and amounts. */
  canSign: boolean
  onboardingStatus: OnboardingStatus | null
  /** The conversation of the partner, or of a user without a partner; null for staff without one. */
  conversationId: string | null
}

/** The partners that a user belongs to, the one that they own first; null for none. */
export type Memberships = Membership[] | null

/** The SQL expression for the partners of the user with the alias `users`. */
export const partnersSql = `(
  select json_agg(json_build_object('partnerId', partner_id, 'memberId', member_id, 'isOwner', is_owner,
           'canSign', can_sign, 'onboardingStatus', onboarding_status, 'fullName', full_name, 'businessName', business_name,
           'partnerGroup', partner_group, 'conversationId', conversation_id, 'hasOtherMembers', has_other_members)
           order by is_owner desc, accepted_at, partner_id)
  from memberships where memberships.user_id = users.id) as partners`

export const roleIn = ({ isOwner }: Pick<Membership, 'isOwner'>): PartnerRole =>
  isOwner ? 'owner' : 'member'

/** The partner that a request names, and the one that was last chosen in its session. */
export interface PartnerChoice {
  named?: string | undefined
  last?: string | undefined
}

type WithoutPartner = Pick<PartnerOfUser, 'partnerGroup' | 'conversationId'>

/**
 * Returns the partner that a user acts for, with all of them: the one that the request names, or else the one that was last chosen, or else
 * the first.
 * @param own the group and the conversation of a user who belongs to no partner
 * @throws AppError `not_found` when the request names a partner that the user does not belong to
 */
export const partnerOfUser = (
  memberships: Memberships,
  own: WithoutPartner = { partnerGroup: null, conversationId: null },
  { named, last }: PartnerChoice = {},
): PartnerOfUser => {
  const all = memberships ?? []
  const find = (id: string | undefined) => all.find(({ partnerId }) => partnerId === id)
  const chosen = named === undefined ? (find(last) ?? all[0]) : orNotFound(find(named))
  return {
    memberships: all,
    fullName: chosen?.isOwner ? chosen.fullName : null,
    partnerGroup: (chosen ?? own).partnerGroup,
    partnerId: chosen?.partnerId ?? null,
    isPartnerCertain: named !== undefined || all.length < 2,
    partnerRole: chosen ? roleIn(chosen) : null,
    canSign: chosen?.canSign ?? false,
    onboardingStatus: chosen?.onboardingStatus ?? null,
    conversationId: (chosen ?? own).conversationId,
  }
}

/** Whether a user belongs to other partners, besides the one that they act for, than when their session was found. */
const haveOthersChanged = ({ partnerId, memberships: known }: PartnerOfUser, now: Membership[]) => {
  const others = (all: Membership[]) => all.filter((each) => each.partnerId !== partnerId)
  const ids = new Set(others(known).map((each) => each.partnerId))
  return others(now).length !== ids.size || others(now).some((each) => !ids.has(each.partnerId))
}

/**
 * Whether a user has other rights for their partner now than when their session was found, no longer belongs to the partner, or has become
 * a member of another one. A member also has other rights in another group of the owner; the notice of that change only reaches the pages of the
 * owner. A user who has created their own partner keeps their conversation, and their pages receive a notice.
 */
export const haveRightsChanged = (user: PartnerOfUser, memberships: Memberships) => {
  const { partnerId, partnerRole, canSign, partnerGroup } = user
  if (partnerId === null) return memberships?.some(({ isOwner }) => !isOwner) ?? false
  const now = memberships?.find((membership) => membership.partnerId === partnerId)
  if (!now || roleIn(now) !== partnerRole || now.canSign !== canSign) return true
  if (partnerRole === 'member' && now.partnerGroup !== partnerGroup) return true
  return haveOthersChanged(user, memberships ?? [])
}
