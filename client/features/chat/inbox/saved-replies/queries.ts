import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '#client/lib/query-client.ts'
import { listSavedReplies } from '#contract/chat/saved-replies.ts'

export const useSavedReplies = (search: string) => {
  const list = useInfiniteQuery({
    ...pagesOf(listSavedReplies, { query: { search } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const rows = list.data?.pages.flatMap((page) => page.rows)
  return { list, rows, total: list.data?.pages[0]?.total ?? 0 }
}
