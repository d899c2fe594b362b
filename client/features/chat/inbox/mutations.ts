import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/lib/api.ts'
import { showRefusal } from '#client/lib/show-failure.ts'
import { changeConversation } from '#contract/chat/inbox.ts'
import { addNote } from '#contract/chat/notes.ts'
import type { Sent } from '#contract/endpoint.ts'
import { insertNote, patchState, refreshConversations } from '../queries.ts'

/** Assigns, closes or reopens a conversation. */
export const useChangeConversation = (conversationId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Sent<typeof changeConversation, 'body'>) =>
      call(changeConversation, { params: { conversationId }, body }),
    onSuccess: (changed) => {
      patchState(client, changed)
      refreshConversations(client)
    },
    onError: (error) =>
      showRefusal(error, 'The conversation could not be changed. Check your connection and try again.'),
  })
}

/** Adds an internal note, once for each client id. */
export const useAddNote = (conversationId: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Sent<typeof addNote, 'body'>) => call(addNote, { params: { conversationId }, body }),
    onSuccess: (added) => void insertNote(client, added),
  })
}
