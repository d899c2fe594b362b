import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'

/** Returns how many notifications the user has not seen; undefined until the number is known. */
export const useUnseenCount = () => useQuery(readOf('/api/notifications/unseen')).data?.count
