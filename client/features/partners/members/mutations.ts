import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { choosePartner } from '#client/domain/chosen-partner.ts'
import { changeViewer } from '#client/domain/current-user.ts'
import { personName } from '#client/domain/person-name.ts'
import { staffReads } from '#client/domain/staff-reads.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { type EndpointMutation, useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Invitation } from '#contract/partners/invitations.ts'
import type { Member } from '#contract/partners/members.ts'
import { type MembersPartner, membersOf } from './calls.ts'

const tryAgain = 'Check your connection and try again.'

/** A change of the people of a partner, by the owner or by staff. */
const useMemberMutation = <Variables = void, Result = unknown>(
  partner: MembersPartner,
  send: (calls: ReturnType<typeof membersOf>, variables: Variables) => Promise<Result>,
  options: Pick<EndpointMutation<Variables, Result>, 'success' | 'failure' | 'inForm'>,
) =>
  useEndpointMutation((variables: Variables) => send(membersOf(partner), variables), {
    ...options,
    ...(partner.isOwn ? {} : { serverMessages: 'all' }),
    invalidates: [partner.isOwn ? '/api/partner/members' : staffReads],
  })

type Calls = ReturnType<typeof membersOf>

export const useInviteMember = (partner: MembersPartner) =>
  useMemberMutation(partner, ({ invite }, body: Parameters<Calls['invite']>[0]) => invite(body), {
    success: ({ email }) => ({ title: 'Invitation sent', description: `To ${email}` }),
    failure: `The invitation could not be sent. ${tryAgain}`,
    inForm: ['fields'],
  })

export const useUpdateMember = (partner: MembersPartner, id: string) =>
  useMemberMutation(partner, ({ update }, body: Parameters<Calls['update']>[1]) => update(id, body), {
    success: 'Changes saved',
    failure: `The changes could not be saved. ${tryAgain}`,
    inForm: ['conflict', 'fields'],
  })

export const useResendInvitation = (partner: MembersPartner, { id, email }: Member) =>
  useMemberMutation(partner, ({ resend }) => resend(id), {
    success: () => ({ title: 'Invitation sent again', description: `To ${email}` }),
    failure: `The invitation could not be sent again. ${tryAgain}`,
  })

/** Ends a membership, or withdraws an invitation that is not accepted yet. */
export const useRemoveMember = (partner: MembersPartner, member: Member) =>
  useMemberMutation(partner, ({ remove }) => remove(member.id), {
    success: member.acceptedAt ? `${personName(member)} was removed` : 'Invitation withdrawn',
    failure: member.acceptedAt
      ? `The membership could not be ended. ${tryAgain}`
      : `The invitation could not be withdrawn. ${tryAgain}`,
  })

export const useGiveOwnership = (partner: MembersPartner, member: Member) =>
  useMemberMutation(partner, ({ giveOwnership }) => giveOwnership(member.id), {
    success: partner.isOwn
      ? `Ownership offered to ${personName(member)}`
      : `${personName(member)} is the owner now`,
    failure: `The ownership could not be ${partner.isOwn ? 'offered' : 'changed'}. ${tryAgain}`,
  })

export const useWithdrawOwnership = (partner: MembersPartner, { id }: Member) =>
  useMemberMutation(partner, () => call('DELETE /api/partner/members/:id/ownership', { params: { id } }), {
    success: 'Offer withdrawn',
    failure: `The offer could not be withdrawn. ${tryAgain}`,
  })

/** Ends the user's own membership. The home that follows is that of another partner, or of a user without a partner. */
export const useLeavePartner = (membership: { memberId: string; businessName: string }) => {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return useEndpointMutation<void, void>(
    () => call('DELETE /api/partner/members/:id', { params: { id: membership.memberId } }),
    {
      success: `You left ${membership.businessName}`,
      failure: `Your membership could not be ended. ${tryAgain}`,
      onSuccess: async () => {
        await changeViewer(client)
        navigate('/', { replace: true })
      },
    },
  )
}

const withdrawn = 'This invitation was withdrawn.'

const isWithdrawn = (error: Error) => error instanceof ApiError && error.status === 404

/**
 * The options of accepting or declining an invitation. A refusal reads the list again, so an invitation that was withdrawn disappears.
 * @param onGone called before the invitation disappears from the list
 */
const responseTo = (failure: string, onGone: () => void) => ({
  failure: (error: Error) => (isWithdrawn(error) ? withdrawn : failure),
  invalidates: ['/api/partner/invitations'] as const,
  onError: (error: Error) => {
    if (isWithdrawn(error)) onGone()
  },
})

/** Accepts an invitation. Everything is read again, because the user then belongs to a partner or has other rights. */
export const useAcceptInvitation = (invitation: Invitation, onGone: () => void) => {
  const { id, kind, partnerId, businessName } = invitation
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return useEndpointMutation<void, void>(
    () => call('POST /api/partner/invitations/:id/accept', { params: { id } }),
    {
      ...responseTo(`The invitation could not be accepted. ${tryAgain}`, onGone),
      success:
        kind === 'ownership'
          ? `You are the owner of ${businessName} now`
          : `You belong to ${businessName} now`,
      onSuccess: async () => {
        choosePartner(partnerId)
        await changeViewer(client)
        navigate('/')
      },
    },
  )
}

export const useDeclineInvitation = ({ id }: Invitation, onGone: () => void) =>
  useEndpointMutation<void, void>(
    () => call('POST /api/partner/invitations/:id/decline', { params: { id } }),
    {
      ...responseTo(`The invitation could not be declined. ${tryAgain}`, onGone),
      success: 'Invitation declined',
      onSuccess: onGone,
    },
  )
