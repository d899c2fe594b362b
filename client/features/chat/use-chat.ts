import { useEffect, useState, useSyncExternalStore } from 'react'
import { invalidateInBackground } from '#client/lib/background-reads.ts'
import { queryClient } from '#client/lib/query-client.ts'
import { listConversations } from '#contract/chat/inbox.ts'
import { type CurrentUser, getCurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { createChatStore } from './chat-store.ts'
import { insertNote, patchConversation } from './queries.ts'

const createUserChat = (user: CurrentUser) =>
  createChatStore({
    isStaff: isStaff(user.role),
    // Ahead of the event stream, which does not announce presence at all.
    onFrame: (frame) => {
      if (frame.type === 'chat_conversation') patchConversation(frame.data)
      if (frame.type === 'chat_note') insertNote(frame.data)
      if (frame.type === 'presence')
        patchConversation({ id: frame.data.conversationId, present: frame.data.present })
    },
    // Frames were missed while it was disconnected.
    onConnected: () => {
      if (isStaff(user.role)) void invalidateInBackground(queryClient, { queryKey: [listConversations.path] })
    },
    // The session may have ended: reading the user shows it, and leads to signing in.
    onRefused: () => void invalidateInBackground(queryClient, { queryKey: [getCurrentUser.path] }),
  })

/** The chat of a user: its state and its actions. Connected while the component is mounted. */
export const useChat = (user: CurrentUser) => {
  const [store] = useState(() => createUserChat(user))
  const state = useSyncExternalStore(store.subscribe, store.read)
  useEffect(() => store.start(), [store])
  return { ...store, state, user, isStaff: isStaff(user.role) }
}

export type Chat = ReturnType<typeof useChat>
