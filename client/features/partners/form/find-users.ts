import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageOf, snapshotOf } from '#client/lib/query-client.ts'
import { useDebouncedValue } from '#client/lib/use-debounced-value.ts'
import { getUser, listUsersWithoutProfiles } from '#contract/users/users.ts'

// Long enough that a word typed at ease is one search, short enough to feel like none.
const pauseMillis = 200
const mostShown = '50'

/**
 * The users without a partner profile whose name or e-mail has what is typed, by e-mail. They are settled once they are those of
 * what is typed now.
 */
export const useUsersFound = (search: string) => {
  const wanted = search.trim()
  const rested = useDebouncedValue(wanted, pauseMillis)
  const found = useQuery({
    ...pageOf(listUsersWithoutProfiles, { query: { search: rested, limit: mostShown } }),
    placeholderData: keepPreviousData,
  })
  const users = found.data?.rows
  return {
    users,
    /** There is nobody to choose, whatever is typed. */
    isNobody: rested === '' && found.data?.total === 0,
    more: Math.max(0, (found.data?.total ?? 0) - (users?.length ?? 0)),
    isSettled: users !== undefined && !found.isPlaceholderData && wanted === rested,
    onRetry: found.isError && !found.isFetching ? () => void found.refetch() : undefined,
  }
}

/** A user by id, whether or not they can be chosen, read once for a form. */
export const useUser = (userId: string, enabled = true) =>
  useQuery({
    ...snapshotOf(getUser, { params: { userId } }),
    enabled: enabled && userId !== '',
  })
