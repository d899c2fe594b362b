import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/lib/api.ts'
import { showRefusal } from '#client/lib/show-failure.ts'
import { changeConversation } from '#contract/chat/inbox.ts'
import type { Sent } from '#contract/endpoint.ts'
import { refreshConversations, setState } from '../conversation-reads.ts'

/** Gives a conversation to somebody, closes it or opens it again. */
export const useChangeConversation = (conversationId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Sent<typeof changeConversation, 'body'>) =>
      call(changeConversation, { params: { conversationId }, body }),
    onSuccess: (changed) => {
      setState(client, changed)
      refreshConversations(client)
    },
    onError: (error) =>
      showRefusal(error, 'The conversation could not be changed. Check your connection and try again.'),
  })
}
