import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readOf } from '#client/lib/query-client.ts'

export const unreadMessages = readOf('/api/chat/unread')

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
