import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '#client/lib/query-client.ts'
import { listSavedReplies } from '#contract/chat/saved-replies.ts'

/** The replies that match a search, page by page, and how many match in all. */
export const useSavedReplies = (search: string) =>
  useInfiniteQuery({
    ...pagesOf(listSavedReplies, { query: { search } }),
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({ rows: pages.flatMap((page) => page.rows), total: pages[0]?.total ?? 0 }),
  })
