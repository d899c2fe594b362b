import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#client/lib/api.ts'
import { showRefusal } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import {
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
  type SavedReply,
  type SaveReply,
  updateSavedReply,
} from '#contract/chat/saved-replies.ts'

const useRefreshReplies = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [listSavedReplies.path] })
}

/** Creates a reply, or updates the one that the form was filled from. */
export const useSaveReply = () => {
  const refresh = useRefreshReplies()
  return useMutation({
    mutationFn: ({ reply, body }: { reply: SavedReply | null; body: SaveReply }) =>
      reply
        ? call(updateSavedReply, { params: { id: reply.id }, body: { ...body, updatedAt: reply.updatedAt } })
        : call(createSavedReply, { body }),
    onSuccess: async () => {
      toast({ title: 'Reply saved', tone: 'positive' })
      await refresh()
    },
  })
}

export const useDeleteReply = (id: string) => {
  const refresh = useRefreshReplies()
  return useMutation({
    mutationFn: () => call(deleteSavedReply, { params: { id } }),
    onSuccess: async () => {
      toast({ title: 'Reply deleted', tone: 'positive' })
      await refresh()
    },
    onError: (error) => {
      // Deleted meanwhile by someone else.
      if (error instanceof ApiError && error.status === 404) return refresh()
      showRefusal(error, 'The reply could not be deleted. Check your connection and try again.')
    },
  })
}
