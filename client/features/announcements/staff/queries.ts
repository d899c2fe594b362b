import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pagesOf, readOf } from '#client/lib/query-client.ts'
import type { ReaderFilter } from '#contract/announcements.ts'

export const useAnnouncement = (id: string) =>
  useQuery(readOf('/api/admin/announcements/:id', { params: { id } }))

/** The partners in the audience of an announcement, by name. */
export const useReaders = (id: string, show: ReaderFilter | undefined) =>
  useInfiniteQuery(
    pagesOf('/api/admin/announcements/:id/readers', {
      params: { id },
      query: { ...(show && { show }), limit: '50' },
    }),
  )
