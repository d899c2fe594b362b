import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pageOf, pagesOf, snapshotOf } from '#client/lib/query-client.ts'
import { useSearchResults } from '#client/lib/use-search-results.ts'
import { getPartner, listPartnerActivities, listPartnersWithUsers } from '#contract/partners/partners.ts'
import { getUser, listUsersWithoutProfiles } from '#contract/users/users.ts'
import { type PartnerFilter, sentFilter } from './list/partner-filters.tsx'

export const pageSize = 20

/** A page of the partners, each with its user. */
export const usePartners = (filter: PartnerFilter, page: number) =>
  useQuery({
    ...pageOf(listPartnersWithUsers, {
      query: { ...sentFilter(filter), page: String(page), limit: String(pageSize) },
    }),
    placeholderData: keepPreviousData,
  })

/** A partner to fill a form from. */
export const usePartnerSnapshot = (partnerId: string) =>
  useQuery(snapshotOf(getPartner, { params: { partnerId } }))

/** The activity of a partner, the latest first. */
export const usePartnerActivities = (partnerId: string) =>
  useInfiniteQuery(pagesOf(listPartnerActivities, { params: { partnerId }, query: { limit: '10' } }))

/** A user to make a partner of, whether or not that is possible. */
export const useUserSnapshot = (userId: string, enabled = true) =>
  useQuery({ ...snapshotOf(getUser, { params: { userId } }), enabled: enabled && userId !== '' })

/** The users without a partner profile whose name or email contains what is typed. */
export const useUserSearch = (search: string) =>
  useSearchResults(search, (wanted) =>
    pageOf(listUsersWithoutProfiles, { query: { search: wanted, limit: '50' } }),
  )
