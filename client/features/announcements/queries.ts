import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pagesOf, readOf } from '#client/lib/query-client.ts'
import { getAnnouncement, listAnnouncements } from '#contract/announcements.ts'

// So few that what is next for the partner is not far below.
const shownFirst = '3'

export const ownAnnouncements = pagesOf(listAnnouncements, {
  query: { show: 'undismissed', limit: shownFirst },
})

/** What is announced to the partner and not dismissed, the latest first. */
export const useOwnAnnouncements = () =>
  useInfiniteQuery({
    ...ownAnnouncements,
    select: ({ pages }) => ({ rows: pages.flatMap(({ rows }) => rows), total: pages[0]?.total ?? 0 }),
  })

export const useOwnAnnouncement = (id: string) => useQuery(readOf(getAnnouncement, { params: { id } }))
