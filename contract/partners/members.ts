import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { email, expectedUpdatedAt, id, idParams, isoDate, optionalText, partnerParams } from '../fields.ts'
import { limits } from '../limits.ts'
import { paging } from '../paging.ts'
import { partnerRoles } from './labels.ts'

/** A person of a partner, or an open invitation, which shows only what the inviter entered. */
export const Member = z.strictObject({
  id,
  /** The person's user; null until the invitation is accepted. */
  userId: id.nullable(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** The position at the partner, such as "Event manager". */
  title: z.string().nullable(),
  role: z.enum(partnerRoles),
  /** Whether the person signs agreements and sees agreements, terms and amounts. The owner always does. */
  canSign: z.boolean(),
  /** When the last invitation was sent; null for a person who was never invited to this partner. */
  invitedAt: isoDate.nullable(),
  /** When the person joined; null for an open invitation. */
  acceptedAt: isoDate.nullable(),
  /** When the person last used the portal for this partner; null if never. */
  lastSeenAt: isoDate.nullable(),
  /** Whether the person can accept to become the owner. */
  isOfferedOwnership: z.boolean(),
  updatedAt: isoDate,
})
export type Member = z.input<typeof Member>

const title = optionalText(limits.name)

/** The form of an invitation. */
export const InviteMember = z.strictObject({
  email: email('Enter an email address'),
  firstName: optionalText(limits.name),
  lastName: optionalText(limits.name),
  title,
  canSign: z.boolean().default(false),
})
export type InviteMember = z.output<typeof InviteMember>

/** The form of a member. */
export const MemberForm = z.strictObject({ title, canSign: z.boolean() })
export type MemberForm = z.output<typeof MemberForm>

/** A change of a member. A field that is left out stays as it is. */
export const UpdateMember = z.strictObject({
  title: title.optional(),
  canSign: z.boolean().optional(),
  ...expectedUpdatedAt,
})
export type UpdateMember = z.output<typeof UpdateMember>

const members = z.array(Member)

export const listMembers = endpoint('GET', '/api/partner/members', {
  access: 'signed-in',
  summary:
    "The people of the caller's partner and the open invitations, the owner first; 403 for a member who may not sign, 404 without a partner",
  query: z.strictObject(paging),
  responses: { 200: members },
})

export const inviteMember = endpoint('POST', '/api/partner/members', {
  access: 'signed-in',
  summary:
    "Invites somebody to the caller's partner, as its owner; 409 for an address that is a member or invited already, 404 without a partner, 429 for more than 20 invitations a day; the right to sign needs a step-up",
  body: InviteMember,
  responses: { 201: Member },
})

export const updateMember = endpoint('PUT', '/api/partner/members/:id', {
  access: 'signed-in',
  summary:
    'Changes the title and the right to sign of a member, as the owner; granting the right needs a step-up; 409 when someone else has changed it since',
  params: idParams,
  body: UpdateMember,
  responses: { 200: Member },
})

export const removeMember = endpoint('DELETE', '/api/partner/members/:id', {
  access: 'signed-in',
  summary:
    'Ends a membership or withdraws an invitation, as the owner, or ends the own membership; 409 for the owner',
  params: idParams,
  responses: { 204: z.void() },
})

export const resendInvitation = endpoint('POST', '/api/partner/members/:id/resend', {
  access: 'signed-in',
  summary:
    'Sends an open invitation again, as the owner; 409 when it is accepted already, 429 when too many were sent within a day',
  params: idParams,
  responses: { 200: Member },
})

export const offerOwnership = endpoint('POST', '/api/partner/members/:id/ownership', {
  access: 'signed-in',
  stepUp: true,
  summary:
    'Offers a member to become the owner, as the owner; replaces an earlier offer; 409 for somebody who has not joined yet',
  params: idParams,
  responses: { 200: Member },
})

export const withdrawOwnership = endpoint('DELETE', '/api/partner/members/:id/ownership', {
  access: 'signed-in',
  summary: 'Withdraws the offer to become the owner, as the owner',
  params: idParams,
  responses: { 200: Member },
})

const memberParams = partnerParams.extend({ id })

export const listMembersOf = endpoint('GET', '/api/admin/partners/:partnerId/members', {
  access: 'staff',
  byToken: true,
  summary: 'The people of a partner and the open invitations, the owner first',
  params: partnerParams,
  query: z.strictObject(paging),
  responses: { 200: members },
})

export const inviteMemberOf = endpoint('POST', '/api/admin/partners/:partnerId/members', {
  access: 'staff',
  summary:
    'Invites somebody to a partner; 409 for an address that is a member or invited already, 429 for more than 20 invitations a day; the right to sign needs a step-up',
  params: partnerParams,
  body: InviteMember,
  responses: { 201: Member },
})

export const updateMemberOf = endpoint('PUT', '/api/admin/partners/:partnerId/members/:id', {
  access: 'staff',
  summary:
    'Changes the title and the right to sign of a member; granting the right needs a step-up; 409 when someone else has changed it since',
  params: memberParams,
  body: UpdateMember,
  responses: { 200: Member },
})

export const removeMemberOf = endpoint('DELETE', '/api/admin/partners/:partnerId/members/:id', {
  access: 'staff',
  summary: 'Ends a membership or withdraws an invitation; 409 for the owner',
  params: memberParams,
  responses: { 204: z.void() },
})

export const resendInvitationOf = endpoint('POST', '/api/admin/partners/:partnerId/members/:id/resend', {
  access: 'staff',
  summary:
    'Sends an open invitation again; 409 when it is accepted already, 429 when too many were sent within a day',
  params: memberParams,
  responses: { 200: Member },
})

export const setOwner = endpoint('POST', '/api/admin/partners/:partnerId/members/:id/ownership', {
  access: 'staff',
  stepUp: true,
  summary:
    'Makes a member the owner at once; the former owner stays as a member who may sign; 409 for somebody who owns another partner',
  params: memberParams,
  responses: { 200: Member },
})
