import { useQueryClient } from '@tanstack/react-query'
import { useCurrentUser } from '#client/domain/current-user.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { patchRow } from '#client/lib/cached-rows.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Announcement } from '#contract/announcements.ts'

const lists = ['/api/announcements'] as const

/** Takes an announcement off the home page. The toast offers to undo it. */
export const useDismiss = () => {
  const { mutate: restore } = useEndpointMutation(
    (id: string) => call('POST /api/announcements/:id/restore', { params: { id } }),
    { success: 'Announcement restored', failure: 'Failed to restore the announcement', invalidates: lists },
  )
  return useEndpointMutation(
    ({ id }: Announcement) => call('POST /api/announcements/:id/dismiss', { params: { id } }),
    {
      success: (_result, { id, title }) => ({
        title: 'Announcement dismissed',
        description: title,
        action: { label: 'Undo', onSelect: () => restore(id) },
      }),
      failure: 'Failed to dismiss the announcement',
      invalidates: lists,
      patch: { lists, id: ({ id }) => id, change: () => null },
      leaves: ({ id }) => ({ ids: [id], label: 'Dismissed', hasUndo: true }),
    },
  )
}

/** Records that the user has read an announcement. If the request fails, it is sent again the next time the announcement is shown. */
export const useMarkRead = () => {
  const client = useQueryClient()
  const { data: user } = useCurrentUser()
  const isOther = user?.viewing != null
  return async ({ id, readAt }: Announcement) => {
    // Staff who view the portal as a partner must not mark anything as read for the partner.
    if (readAt !== null || isOther) return
    try {
      const read = await call('POST /api/announcements/:id/read', { params: { id } })
      patchRow<Announcement>(client, lists, id, () => read)
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof TypeError)) throw error
    }
  }
}
