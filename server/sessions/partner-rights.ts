import type { OnboardingStatus, PartnerRole } from '#contract/partners/labels.ts'

/** The partner that a signed-in user belongs to, and the user's rights there. */
export interface PartnerOfUser {
  /** The group of the partner. */
  partnerGroup: string | null
  /** The partner that the user belongs to; null for a user without one. */
  partnerId: string | null
  /** What the user is for the partner; null without one. */
  partnerRole: PartnerRole | null
  /** Whether the user signs the partner's agreements and sees agreements, terms and amounts. */
  canSign: boolean
  onboardingStatus: OnboardingStatus | null
}

/** The rights of a user by the ids of the partners that they belong to; null for a user without a partner. */
export type PartnerRights = Record<string, string> | null

/** The SQL expression for the rights of the user with the alias `users`. */
export const partnerRightsSql = `(
  select json_object_agg(partner_id, case when is_owner then 'owner' when can_sign then 'signer' else 'member' end)
  from memberships where memberships.user_id = users.id) as rights`

/** Whether a user has other rights for their partner now than when their session was found, or no longer belongs to the partner. */
export const haveRightsChanged = (
  { partnerId, partnerRole, canSign }: Pick<PartnerOfUser, 'partnerId' | 'partnerRole' | 'canSign'>,
  rights: PartnerRights,
) => {
  if (partnerId === null) return false
  const right = partnerRole === 'member' && canSign ? 'signer' : partnerRole
  return rights?.[partnerId] !== right
}
