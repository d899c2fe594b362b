import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pagesOf, readOf } from '#client/lib/query-client.ts'
import { useDebouncedValue } from '#client/lib/use-debounced-value.ts'
import { getPartner, listPartners } from '#contract/partners/partners.ts'

// Long enough that a word typed at ease is one search, short enough to feel like none.
const pauseMillis = 200

/**
 * The partners whose name or business has what is typed, the first 50 of them, by name. They are `settled` once they are those
 * of what is typed now, and not of what was typed before.
 * @param search null while nobody looks for one
 */
export const usePartnersFound = (search: string | null) => {
  const wanted = search?.trim() ?? ''
  const rested = useDebouncedValue(wanted, pauseMillis)
  const found = useInfiniteQuery({
    ...pagesOf(listPartners, { query: { search: rested } }),
    enabled: search !== null,
    placeholderData: keepPreviousData,
  })
  const partners = found.data?.pages.flatMap((page) => page.rows)
  const total = found.data?.pages.at(-1)?.total ?? 0
  return {
    partners,
    more: Math.max(0, total - (partners?.length ?? 0)),
    isSettled: partners !== undefined && !found.isPlaceholderData && wanted === rested,
    onRetry: found.isError && !found.isFetching ? () => void found.refetch() : undefined,
  }
}

/** The partner who is chosen. */
export const useChosenPartner = (partnerId: string | null) =>
  useQuery({
    ...readOf(getPartner, { params: { partnerId: partnerId ?? '' } }),
    enabled: partnerId !== null,
  })
