import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, isoDate } from '../fields.ts'
import { paging } from '../paging.ts'

export const invitationKinds = ['membership', 'ownership'] as const

/** An open invitation of the caller: to join a partner, or to become the owner of the own partner. */
export const Invitation = z.strictObject({
  /** The id of the member that the invitation is about. */
  id,
  kind: z.enum(invitationKinds),
  partnerId: id,
  businessName: z.string(),
  /** The name of the person who invited; null for the partner team. */
  invitedBy: z.string().nullable(),
  /** The position at the partner that the inviter entered. */
  title: z.string().nullable(),
  canSign: z.boolean(),
  invitedAt: isoDate,
})
export type Invitation = z.input<typeof Invitation>

export const listInvitations = endpoint('GET', '/api/partner/invitations', {
  access: 'signed-in',
  summary:
    'The open invitations of the caller, to join partners and to become an owner; always empty for staff',
  query: z.strictObject(paging),
  responses: { 200: z.array(Invitation) },
})

export const acceptInvitation = endpoint('POST', '/api/partner/invitations/:id/accept', {
  access: 'signed-in',
  summary:
    'Accepts an invitation; 404 when it is withdrawn or for somebody else, 409 when the caller already owns another partner',
  params: idParams,
  responses: { 204: z.void() },
})

export const declineInvitation = endpoint('POST', '/api/partner/invitations/:id/decline', {
  access: 'signed-in',
  summary: 'Declines an invitation; 404 when it is withdrawn or for somebody else',
  params: idParams,
  responses: { 204: z.void() },
})
