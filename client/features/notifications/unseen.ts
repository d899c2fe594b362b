import { useQuery } from '@tanstack/react-query'

// The path is repeated here, because importing the contract would add Zod to the code that starts the client.
const unseenPath = '/api/notifications/unseen'

/** Returns how many notifications the user has not seen; undefined until the number is known. */
export const useUnseenCount = () => useQuery<{ count: number }>({ queryKey: [unseenPath] }).data?.count
