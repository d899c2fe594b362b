import { queryOptions, useQuery } from '@tanstack/react-query'
import { read } from '#client/lib/api.ts'
import { isInBackground } from '#client/lib/background-reads.ts'
import { clearReads, currentUserPath, viewerKey } from '#client/lib/current-user.ts'
import type { CurrentUser } from '#contract/session/session.ts'

/** The signed-in user, or null for a visitor. Asked again when the window is looked at, for sessions end meanwhile. */
const currentUser = queryOptions({
  queryKey: [currentUserPath],
  queryFn: async ({ client, queryKey }) => {
    const user = await read<CurrentUser>(currentUserPath, {
      nullOn: [401],
      inBackground: isInBackground(queryKey),
    })
    const known = client.getQueryData<CurrentUser | null>([currentUserPath])
    if (user && known && viewerKey(user) !== viewerKey(known)) clearReads(client)
    return user
  },
  refetchOnWindowFocus: 'always',
  refetchOnMount: true,
})

export const useCurrentUser = () => useQuery(currentUser)
