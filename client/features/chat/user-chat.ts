import { invalidateInBackground } from '#client/lib/background-reads.ts'
import { queryClient } from '#client/lib/query-client.ts'
import type { ServerFrame } from '#contract/chat/frames.ts'
import { type CurrentUser, getCurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { createChatStore } from './chat-store.ts'
import { addNote, refreshConversations, refreshNotes, setPresent, setState } from './conversation-reads.ts'
import { refreshUnread } from './unread.ts'

// Several messages that come at once are one reason to look anew.
const pauseMs = 300

/** The chat of somebody. What it hears also reaches what was read elsewhere on the page. */
export const createUserChat = (user: CurrentUser) => {
  const staff = isStaff(user.role)
  let isPlanned = false

  const refreshSoon = () => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      refreshUnread()
      if (staff) refreshConversations(queryClient)
    }, pauseMs)
  }

  const handleFrame = (frame: ServerFrame) => {
    switch (frame.type) {
      case 'chat':
      case 'chat_stored':
      case 'chat_read':
        return refreshSoon()
      case 'chat_conversation':
        setState(queryClient, frame.data)
        return refreshSoon()
      case 'presence':
        if (staff) setPresent(queryClient, frame.data)
        return
      case 'chat_note':
        return addNote(queryClient, frame.data)
    }
  }

  return createChatStore({
    isStaff: staff,
    onFrame: handleFrame,
    // What was said while it was not connected, it has not heard.
    onConnected: () => {
      refreshSoon()
      if (staff) refreshNotes(queryClient)
    },
    // Perhaps nobody is signed in any more: asking tells, and leads to signing in.
    onRefused: () => void invalidateInBackground(queryClient, { queryKey: [getCurrentUser.path] }),
  })
}
