import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { changeConversation, listConversations } from '#contract/chat/inbox.ts'
import { addNote } from '#contract/chat/notes.ts'
import type { Sent } from '#contract/endpoint.ts'

/** Assigns, closes or reopens a conversation. */
export const useChangeConversation = (conversationId: string) =>
  useEndpointMutation(
    (body: Sent<typeof changeConversation, 'body'>) =>
      call(changeConversation, { params: { conversationId }, body }),
    {
      failure: 'The conversation could not be changed. Check your connection and try again.',
      serverMessages: 'all',
      invalidates: [listConversations.path],
      awaitsReads: true,
    },
  )

/** Adds an internal note, once for each client id. */
export const useAddNote = (conversationId: string) =>
  useEndpointMutation(
    (body: Sent<typeof addNote, 'body'>) => call(addNote, { params: { conversationId }, body }),
    {
      failure: 'The note could not be saved. Your text is still here.',
      invalidates: [listConversations.path],
      awaitsReads: true,
    },
  )
