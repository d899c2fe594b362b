import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

// As in the contract, whose file would bring Zod to the start of the client.
const unreadPath = '/api/chat/unread'

export const unreadMessages = queryOptions<{ unread: number }>({ queryKey: [unreadPath] })

export const useUnread = () => useQuery(unreadMessages)

/** What a screen reader is to say when a message has come while the chat is closed; empty while nothing has. */
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

/** How many messages wait for a partner, or how many conversations for staff. */
export const useUnreadCount = () => useUnread().data?.unread ?? 0
