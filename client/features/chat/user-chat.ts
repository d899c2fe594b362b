import { invalidateInBackground } from '#client/lib/background-reads.ts'
import { queryClient } from '#client/lib/query-client.ts'
import type { ServerFrame } from '#contract/chat/frames.ts'
import { type CurrentUser, getCurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { createChatStore } from './chat-store.ts'
import { insertNote, patchPresence, patchState, refreshConversations } from './queries.ts'

/** The chat of a user. Its frames also update the reads of the page, ahead of the event stream. */
export const createUserChat = (user: CurrentUser) => {
  const staff = isStaff(user.role)

  const handleFrame = (frame: ServerFrame) => {
    if (frame.type === 'chat_conversation') patchState(queryClient, frame.data)
    if (frame.type === 'chat_note') insertNote(queryClient, frame.data)
    if (frame.type === 'presence' && staff) patchPresence(queryClient, frame.data)
  }

  return createChatStore({
    isStaff: staff,
    onFrame: handleFrame,
    // Frames were missed while it was disconnected.
    onConnected: () => {
      if (staff) refreshConversations(queryClient)
    },
    // The session may have ended: reading the user shows it, and leads to signing in.
    onRefused: () => void invalidateInBackground(queryClient, { queryKey: [getCurrentUser.path] }),
  })
}
