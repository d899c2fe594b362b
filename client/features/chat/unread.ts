import { invalidateInBackground } from '#client/lib/background-reads.ts'
import { queryClient } from '#client/lib/query-client.ts'

// Written here, since the contract's file of it brings Zod, which the start of the client does without.
export const unreadPath = '/api/chat/unread'

/** Counts anew what has not been read. */
export const refreshUnread = () => void invalidateInBackground(queryClient, { queryKey: [unreadPath] })
