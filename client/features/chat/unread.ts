import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

// The path is repeated here, because importing the contract would add Zod to the code that starts the client.
const unreadPath = '/api/chat/unread'

export const unreadMessages = queryOptions<{ unread: number }>({ queryKey: [unreadPath] })

export const useUnread = () => useQuery(unreadMessages)

/** The text that a screen reader announces when a message has arrived while the chat is closed; empty otherwise. */
export const useArrivalText = (isClosed: boolean): string => {
  const { data } = useUnread()
  const unread = data?.unread
  const [last, setLast] = useState({ unread, text: '' })
  if (unread !== last.unread) {
    const hasCome = last.unread !== undefined && unread !== undefined && unread > last.unread
    setLast({ unread, text: hasCome && isClosed ? `New message in the chat. ${unread} unread.` : '' })
  }
  return last.text
}

/** The number of unread messages for a partner, or of conversations with unread messages for staff. */
export const useUnreadCount = () => useUnread().data?.unread ?? 0
