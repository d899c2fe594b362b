import type { Invitation } from '#contract/partners/invitations.ts'
import type { Member } from '#contract/partners/members.ts'
import { member, partner, profile } from './people.ts'

const at = '2026-11-01T15:00:00.000Z'

/** A member of the partner of `profile`, who may not sign. */
export const memberRow = (fields: Partial<Member> = {}): Member => ({
  id: member.partners[0]?.memberId ?? '',
  userId: member.id,
  email: member.email,
  firstName: member.firstName,
  lastName: member.lastName,
  title: 'Event manager',
  role: 'member',
  canSign: false,
  invitedAt: at,
  acceptedAt: at,
  lastSeenAt: at,
  isOfferedOwnership: false,
  updatedAt: at,
  ...fields,
})

/** The owner of the partner of `profile`. */
export const ownerRow = memberRow({
  id: partner.partners[0]?.memberId ?? '',
  userId: partner.id,
  email: partner.email,
  firstName: partner.firstName,
  lastName: partner.lastName,
  title: null,
  role: 'owner',
  canSign: true,
  invitedAt: null,
})

/** An invitation to the partner of `profile`. */
export const invitationRow = (fields: Partial<Invitation> = {}): Invitation => ({
  id: crypto.randomUUID(),
  kind: 'membership',
  partnerId: profile.id,
  businessName: profile.businessName,
  invitedBy: 'Paula Ortega',
  title: 'Event manager',
  canSign: false,
  invitedAt: at,
  ...fields,
})
