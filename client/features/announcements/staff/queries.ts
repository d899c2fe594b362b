import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pagesOf, readOf } from '#client/lib/query-client.ts'
import { getAdminAnnouncement, listAnnouncementReaders, type ReaderFilter } from '#contract/announcements.ts'

export const useAnnouncement = (id: string) => useQuery(readOf(getAdminAnnouncement, { params: { id } }))

/** The partners in the audience of an announcement, by name. */
export const useReaders = (id: string, show: ReaderFilter | undefined) =>
  useInfiniteQuery(
    pagesOf(listAnnouncementReaders, { params: { id }, query: { ...(show && { show }), limit: '50' } }),
  )
