import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { Rows } from './api.ts'
import { useDebouncedValue } from './use-debounced-value.ts'

// Long enough that a word typed at ease is one search, short enough to feel immediate.
const delayMs = 200

/** A read made by `pageOf`. */
type PageRead<R> = Pick<UseQueryOptions<Rows<R>, Error, Rows<R>, unknown[]>, 'queryKey' | 'queryFn'>

/**
 * The first page of the results of a search while it is typed. The rows are current once they match the typed text.
 * @param pageFor the read of a search's first page
 * @param search null to read nothing
 */
export const useSearchResults = <R>(search: string | null, pageFor: (search: string) => PageRead<R>) => {
  const wanted = search?.trim() ?? ''
  const debounced = useDebouncedValue(wanted, delayMs)
  const found = useQuery({
    ...pageFor(debounced),
    enabled: search !== null,
    placeholderData: keepPreviousData,
  })
  const rows = found.data?.rows
  return {
    rows,
    total: found.data?.total,
    /** How many more there are than the rows. */
    moreCount: Math.max(0, (found.data?.total ?? 0) - (rows?.length ?? 0)),
    isCurrent: rows !== undefined && !found.isPlaceholderData && wanted === debounced,
    onRetry: found.isError && !found.isFetching ? () => void found.refetch() : undefined,
  }
}
