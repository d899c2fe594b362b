import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pagesOf, readOf } from '#client/lib/query-client.ts'

// The number is small, so that the partner's next steps are not far below.
const shownFirst = '3'

export const ownAnnouncements = pagesOf('/api/announcements', {
  query: { show: 'undismissed', limit: shownFirst },
})

/** The announcements that the partner has not dismissed, the latest first. */
export const useOwnAnnouncements = () =>
  useInfiniteQuery({
    ...ownAnnouncements,
    select: ({ pages }) => ({ rows: pages.flatMap(({ rows }) => rows), total: pages[0]?.total ?? 0 }),
  })

export const useOwnAnnouncement = (id: string) =>
  useQuery(readOf('/api/announcements/:id', { params: { id } }))
