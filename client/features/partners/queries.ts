import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { notInEventStream, pageOf, pagesOf, readOf, snapshotOf } from '#client/lib/query-client.ts'
import { getPartner, listPartnersWithUsers } from '#contract/partners/partners.ts'
import { getPartnerSummary, listPartnerEmails } from '#contract/partners/record.ts'
import { getUser } from '#contract/users/users.ts'
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

/** What is open for a partner, and when they were last seen, which the event stream does not announce. */
export const usePartnerSummary = (partnerId: string) =>
  useQuery({ ...readOf(getPartnerSummary, { params: { partnerId } }), ...notInEventStream })

/** The emails to a partner, the latest first. */
export const usePartnerEmails = (partnerId: string) =>
  useInfiniteQuery({
    ...pagesOf(listPartnerEmails, { params: { partnerId }, query: { limit: '20' } }),
    ...notInEventStream,
  })

/** A user to make a partner of, whether or not that is possible. */
export const useUserSnapshot = (userId: string, enabled = true) =>
  useQuery({ ...snapshotOf(getUser, { params: { userId } }), enabled: enabled && userId !== '' })
