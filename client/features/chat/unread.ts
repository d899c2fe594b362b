import { useQuery } from '@tanstack/react-query'

// As in the contract, whose file would bring Zod to the start of the client.
const unreadPath = '/api/chat/unread'

/** How many messages wait for a partner, or how many conversations for staff. */
export const useUnreadCount = () => {
  const { data } = useQuery<{ unread: number }>({ queryKey: [unreadPath] })
  return data?.unread ?? 0
}
