import { queryOptions, useQuery } from '@tanstack/react-query'

// As in the contract, whose file would bring Zod to the start of the client.
const unreadPath = '/api/chat/unread'

export const unreadMessages = queryOptions<{ unread: number }>({ queryKey: [unreadPath] })

export const useUnread = () => useQuery(unreadMessages)

/** How many messages wait for a partner, or how many conversations for staff. */
export const useUnreadCount = () => useUnread().data?.unread ?? 0
