import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useActionToast } from '#client/domain/bulk/action-toast.ts'
import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { comparedText } from '#contract/compared-text.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { invitePartners, updatePartnerInvitation } from '#contract/invitations.ts'
import type { GroupManager } from '#contract/partners/partner-manager.ts'

/** The managers of the groups whose names contain a text. */
export const groupManagers = (group: string) =>
  readOf('/api/admin/group-managers', { query: { search: group.trim(), limit: '50' } })

/** Returns the manager of a group among these; null if it has none. */
export const managerOfGroup = (groups: GroupManager[], group: string) =>
  groups.find((each) => comparedText(each.group) === comparedText(group))?.manager ?? null

/**
 * Invites partners. Without a manager, they get that of the group or else the caller. The same request is sent under the same key, so that
 * the partners are invited once, however often it arrives.
 */
export const useInvite = (me: { id: string }) => {
  const client = useQueryClient()
  const sentRef = useRef({ text: '', key: '' })
  return useEndpointMutation(
    async ({ chosen, ...body }: Sent<typeof invitePartners, 'body'> & { chosen: string }) => {
      const group = body.partnerGroup ?? ''
      const ofGroup =
        chosen === '' && group ? managerOfGroup(await client.fetchQuery(groupManagers(group)), group) : null
      const managerId = chosen === 'none' || ofGroup ? null : chosen || me.id
      const request = { ...body, managerId }
      const text = JSON.stringify(request)
      if (sentRef.current.text !== text) sentRef.current = { text, key: crypto.randomUUID() }
      return call('POST /api/admin/invitations', { body: request }, { idempotencyKey: sentRef.current.key })
    },
    {
      serverMessages: 'all',
      invalidates: [staffReads],
      inForm: ['fields'],
      success: useActionToast(),
      failure: 'Nobody was invited. Check your connection and try again.',
    },
  )
}

/** Changes what waits with the invitation of a partner. */
export const useUpdateInvitation = (partnerId: string) =>
  useEndpointMutation(
    (body: Sent<typeof updatePartnerInvitation, 'body'>) =>
      call('PUT /api/admin/partners/:partnerId/invitation', { params: { partnerId }, body }),
    {
      serverMessages: 'all',
      invalidates: [staffReads],
      inForm: ['conflict', 'fields'],
      success: 'Invitation changed',
      failure: 'The invitation could not be changed. Check your connection and try again.',
    },
  )
