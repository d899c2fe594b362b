import { ApiError, call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import {
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
  type SavedReply,
  type SaveReply,
  updateSavedReply,
} from '#contract/chat/saved-replies.ts'

/** Creates a reply, or updates the one that the form was filled from. */
export const useSaveReply = () =>
  useEndpointMutation(
    ({ reply, body }: { reply: SavedReply | null; body: SaveReply }) =>
      reply
        ? call(updateSavedReply, { params: { id: reply.id }, body: { ...body, updatedAt: reply.updatedAt } })
        : call(createSavedReply, { body }),
    {
      success: 'Reply saved',
      failure: 'The reply could not be saved. Check your connection and try again.',
      serverMessages: 'all',
      inForm: ['conflict', 'fields'],
      invalidates: [listSavedReplies.path],
      awaitsReads: true,
    },
  )

/** Resolves also when someone else has deleted the reply meanwhile. */
const deleteReply = (id: string) =>
  call(deleteSavedReply, { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  })

export const useDeleteReply = () =>
  useEndpointMutation(deleteReply, {
    success: 'Reply deleted',
    failure: 'The reply could not be deleted. Check your connection and try again.',
    serverMessages: 'all',
    invalidates: [listSavedReplies.path],
  })
