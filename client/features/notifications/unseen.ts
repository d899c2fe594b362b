import { useQuery } from '@tanstack/react-query'

// As in the contract, whose file would bring Zod to the start of the client.
const unseenPath = '/api/notifications/unseen'

/** How many notifications the user has not seen; undefined until that is known. */
export const useUnseenCount = () => useQuery<{ count: number }>({ queryKey: [unseenPath] }).data?.count
