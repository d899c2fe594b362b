import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { useDebouncedValue } from '#client/lib/use-debounced-value.ts'
import { minSearchLength } from '#contract/limits.ts'

// The delay is long enough that a word typed at a normal pace causes one search.
const delayMs = 200

/** Reads what matches the typed text; `isCurrent` is false while the results are those of an earlier text. */
export const useResults = (typed: string) => {
  const wanted = typed.trim()
  const debounced = useDebouncedValue(wanted, delayMs)
  const isSearch = wanted.length >= minSearchLength
  const query = useQuery({
    ...readOf('/api/search', { query: { q: debounced } }),
    ...notInEventStream,
    enabled: isSearch && debounced.length >= minSearchLength,
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData, isError, isFetching, refetch } = query
  const isCurrent = wanted === debounced && !isPlaceholderData && data !== undefined
  return {
    isSearch,
    results: isSearch ? data : undefined,
    isCurrent,
    onRetry: isSearch && isError && !isFetching && wanted === debounced ? () => void refetch() : undefined,
  }
}
