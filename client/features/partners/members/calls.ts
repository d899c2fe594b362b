import { call } from '#client/lib/api.ts'
import { readOf } from '#client/lib/query-client.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { inviteMember, updateMember } from '#contract/partners/members.ts'

/** The partner whose people are shown, and whether it is the user's own; otherwise the user is staff. */
export type MembersPartner = { id: string; businessName: string; isOwn: boolean }

type Invitation = Sent<typeof inviteMember, 'body'>
type Changes = Sent<typeof updateMember, 'body'>

const own = {
  list: readOf('/api/partner/members'),
  invite: (body: Invitation) => call('POST /api/partner/members', { body }),
  update: (id: string, body: Changes) => call('PUT /api/partner/members/:id', { params: { id }, body }),
  remove: (id: string) => call('DELETE /api/partner/members/:id', { params: { id } }),
  resend: (id: string) => call('POST /api/partner/members/:id/resend', { params: { id } }),
  /** Offers the ownership, which the member has to accept. Staff give it at once. */
  giveOwnership: (id: string) => call('POST /api/partner/members/:id/ownership', { params: { id } }),
}

const ofPartner = (partnerId: string): typeof own => ({
  list: readOf('/api/admin/partners/:partnerId/members', { params: { partnerId } }),
  invite: (body) => call('POST /api/admin/partners/:partnerId/members', { params: { partnerId }, body }),
  update: (id, body) =>
    call('PUT /api/admin/partners/:partnerId/members/:id', { params: { partnerId, id }, body }),
  remove: (id) => call('DELETE /api/admin/partners/:partnerId/members/:id', { params: { partnerId, id } }),
  resend: (id) =>
    call('POST /api/admin/partners/:partnerId/members/:id/resend', { params: { partnerId, id } }),
  giveOwnership: (id) =>
    call('POST /api/admin/partners/:partnerId/members/:id/ownership', { params: { partnerId, id } }),
})

/** Returns the calls for the people of a partner: those of its owner, or those of staff. */
export const membersOf = ({ id, isOwn }: MembersPartner) => (isOwn ? own : ofPartner(id))
