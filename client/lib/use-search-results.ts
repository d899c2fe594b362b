import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { Rows } from './api.ts'
import { useDebouncedValue } from './use-debounced-value.ts'

// Long enough that a word typed at ease is one search, short enough to feel immediate.
const delayMs = 200

/** A read made by `pageOf`. */
type PageRead<R> = Pick<UseQueryOptions<Rows<R>, Error, Rows<R>, unknown[]>, 'queryKey' | 'queryFn'>

/**
 * The first page of the results of a search while it is typed. The rows are current once they match the typed text.
 * @param search null to read nothing
 * @param pageFor the read of a search's first page
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
    /** How many more there are than the rows. */
    moreCount: data ? data.total - data.rows.length : 0,
    isCurrent: data !== undefined && !isPlaceholderData && wanted === debounced,
    onRetry: isError && !isFetching ? () => void refetch() : undefined,
  }
}
