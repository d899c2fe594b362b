import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { Rows } from './api.ts'
import { useDebouncedValue } from './use-debounced-value.ts'

// This is long enough that a word typed at normal speed is one search, and short enough to feel immediate.
const delayMs = 200

/** A read made by `pageOf`. */
type PageRead<R> = Pick<UseQueryOptions<Rows<R>, Error, Rows<R>, unknown[]>, 'queryKey' | 'queryFn'>

/**
 * Returns the first page of the results of a search while the user types. The rows are current when they match the typed text.
 * @param search the typed text; null to read nothing
 * @param pageFor returns the read of the first page of results
 */
export const useSearchResults = <R>(search: string | null, pageFor: (search: string) => PageRead<R>) => {
  const wanted = search?.trim() ?? ''
  const debounced = useDebouncedValue(wanted, delayMs)
  const { data, isPlaceholderData, isError, isFetching, refetch } = useQuery({
    ...pageFor(debounced),
    enabled: search !== null,
    placeholderData: keepPreviousData,
  })
  return {
    rows: data?.rows,
    total: data?.total,
    /** How many results there are beyond the returned rows. */
    moreCount: data ? data.total - data.rows.length : 0,
    isCurrent: data !== undefined && !isPlaceholderData && wanted === debounced,
    onRetry: isError && !isFetching ? () => void refetch() : undefined,
  }
}
