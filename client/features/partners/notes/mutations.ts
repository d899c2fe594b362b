import { useQueryClient } from '@tanstack/react-query'
import { mentionableOf, withMentions } from '#client/domain/mentions/mention-text.ts'
import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { createPartnerNote, PartnerNote } from '#contract/partners/notes.ts'

type Written = Sent<typeof createPartnerNote, 'body'>

const shared = { invalidates: [staffReads], serverMessages: 'all' } as const

/** Adds a note to a partner, or changes one. The names in its text become mentions. */
export const useSaveNote = (partnerId: string) => {
  const client = useQueryClient()
  return useEndpointMutation(
    async ({ note, ...written }: Written & { note: PartnerNote | null }) => {
      const team = await client.ensureQueryData(readOf('/api/chat/team'))
      const people = [...mentionableOf(team), ...(note?.mentions ?? [])]
      const body = { ...written, body: withMentions(written.body, people) }
      if (!note) return call('POST /api/admin/partners/:partnerId/notes', { params: { partnerId }, body })
      const { clientId: _new, ...changed } = { ...body, updatedAt: note.updatedAt }
      return call('PUT /api/admin/partner-notes/:id', { params: { id: note.id }, body: changed })
    },
    {
      ...shared,
      failure: 'The note could not be saved. Your text is still here.',
      inForm: ['conflict', 'fields'],
      awaitsReads: true,
    },
  )
}

export const usePinNote = ({ id, isPinned }: PartnerNote) =>
  useEndpointMutation(
    () => call('PUT /api/admin/partner-notes/:id/pinned', { params: { id }, body: { isPinned: !isPinned } }),
    { ...shared, failure: `The note could not be ${isPinned ? 'unpinned' : 'pinned'}.` },
  )

/** Deletes a note. The toast offers to undo it. */
export const useDeleteNote = ({ id }: PartnerNote) => {
  const params = { id }
  const { mutate: restore } = useEndpointMutation(
    () => call('POST /api/admin/partner-notes/:id/restore', { params }),
    { ...shared, success: 'Note restored', failure: 'The note could not be restored.' },
  )
  return useEndpointMutation(() => call('DELETE /api/admin/partner-notes/:id', { params }), {
    ...shared,
    success: () => ({ title: 'Note deleted', action: { label: 'Undo', onSelect: () => restore() } }),
    failure: 'The note could not be deleted. Check your connection and try again.',
  })
}
