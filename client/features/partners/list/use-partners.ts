import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageOf } from '#client/lib/query-client.ts'
import { listPartnersWithUsers } from '#contract/partners/partners.ts'
import { type PartnerFilter, sentFilter } from './partner-filter.ts'

export const pageSize = 20

/** A page of the partners, each with the user behind it. */
export const usePartners = (filter: PartnerFilter, page: number) =>
  useQuery({
    ...pageOf(listPartnersWithUsers, {
      query: { ...sentFilter(filter), page: String(page), limit: String(pageSize) },
    }),
    placeholderData: keepPreviousData,
  })
