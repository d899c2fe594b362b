import { useEffect, useState, useSyncExternalStore } from 'react'
import { invalidateInBackground } from '#client/lib/background-reads.ts'
import { patchRow } from '#client/lib/cached-rows.ts'
import { queryClient } from '#client/lib/query-client.ts'
import type { ChatConversation } from '#contract/chat/inbox.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { createChatStore } from './chat-store.ts'

const createUserChat = (user: CurrentUser) =>
  createChatStore({
    userId: user.id,
    isStaff: isStaff(user.role),
    // Presence is set here; the event stream announces all other changes of the lists of conversations.
    onPresence: ({ conversationId, present }) =>
      patchRow<ChatConversation>(queryClient, ['/api/chat/conversations'], conversationId, (row) => ({
        ...row,
        present,
      })),
    // Presence may have changed while the chat was disconnected.
    onConnected: () => {
      if (isStaff(user.role))
        void invalidateInBackground(queryClient, { queryKey: ['/api/chat/conversations'] })
    },
    // The session may have ended. Reading the current user shows whether it has, and leads to the sign-in if so.
    onRefused: () => void invalidateInBackground(queryClient, { queryKey: ['/api/auth/user'] }),
  })

/** The chat of a user: its state and its actions. It is connected while the component is mounted, and until all messages are sent. */
export const useChat = (user: CurrentUser) => {
  const [store] = useState(() => createUserChat(user))
  const state = useSyncExternalStore(store.subscribe, store.read)
  useEffect(() => store.start(), [store])
  return { ...store, state, user, isStaff: isStaff(user.role) }
}

/** Sends what the user has written in this tab before the page was reloaded, and disconnects. */
export const sendInBackground = (user: CurrentUser) => {
  const stop = createUserChat(user).start()
  stop()
}

export type Chat = ReturnType<typeof useChat>
