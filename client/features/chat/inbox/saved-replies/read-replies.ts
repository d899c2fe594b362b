import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { pagesOf } from '#client/lib/query-client.ts'
import { listSavedReplies } from '#contract/chat/saved-replies.ts'

/** What the team answers often. */
export const useSavedReplies = (search: string, enabled = true) => {
  const list = useInfiniteQuery({
    ...pagesOf(listSavedReplies, { query: { search } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    enabled,
  })
  const rows = list.data?.pages.flatMap((page) => page.rows)
  return { list, rows, total: list.data?.pages[0]?.total ?? 0 }
}

export const useRefreshReplies = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [listSavedReplies.path] })
}
