import { queryOptions, useQuery } from '@tanstack/react-query'
import { read } from '#client/lib/api.ts'
import type { CurrentUser } from '#contract/users.ts'

const path = '/api/auth/user'

/** The signed-in user, or null for a visitor. Asked again when the window is looked at, for sessions end meanwhile. */
const currentUser = queryOptions({
  queryKey: [path],
  queryFn: () => read<CurrentUser>(path, [401]),
  refetchOnWindowFocus: 'always',
  refetchOnMount: true,
})

export const useCurrentUser = () => useQuery(currentUser)
