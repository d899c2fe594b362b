import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pageOf, pagesOf, readOf } from '#client/lib/query-client.ts'
import {
  type AnnouncementState,
  getAdminAnnouncement,
  listAdminAnnouncements,
  listAnnouncementReaders,
  type ReaderFilter,
} from '#contract/announcements.ts'

export const announcementsPageSize = 20

type Filters = { search: string; state: AnnouncementState | undefined }

/** A page of all announcements, the latest first. */
export const useAnnouncements = ({ search, state }: Filters, page: number) =>
  useQuery({
    ...pageOf(listAdminAnnouncements, {
      query: {
        search,
        ...(state && { state }),
        page: String(page),
        limit: String(announcementsPageSize),
      },
    }),
    placeholderData: keepPreviousData,
  })

export const useAnnouncement = (id: string) => useQuery(readOf(getAdminAnnouncement, { params: { id } }))

/** The partners in its audience, by name. */
export const useReaders = (id: string, show: ReaderFilter | undefined) =>
  useInfiniteQuery(
    pagesOf(listAnnouncementReaders, { params: { id }, query: { ...(show && { show }), limit: '50' } }),
  )
