import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '#client/lib/api.ts'
import { pagesOf, readOf } from '#client/lib/query-client.ts'
import { type AdminPartner, getPartner, listPartnerActivities } from '#contract/partners/partners.ts'

// Who looks again wants what happened meanwhile.
const refetchOnMount = 'always'

/** @param listed as the list knows it, to be shown until it has come anew */
export const usePartner = (partnerId: string, listed: AdminPartner | undefined) =>
  useQuery({
    ...readOf(getPartner, { params: { partnerId } }),
    placeholderData: listed,
    refetchOnMount,
  })

/** A partner to fill a form from, read anew for each. It changes only when it is asked for again: somebody is typing. */
export const usePartnerAsItIs = (partnerId: string) =>
  useQuery({
    // Not the key of the details, which follow every change.
    queryKey: [...readOf(getPartner, { params: { partnerId } }).queryKey, 'to edit'],
    queryFn: () => call(getPartner, { params: { partnerId } }),
    staleTime: 'static',
    gcTime: 0,
  })

/** What happened to a partner, the latest first. */
export const usePartnerActivities = (partnerId: string) =>
  useInfiniteQuery({
    ...pagesOf(listPartnerActivities, { params: { partnerId }, query: { limit: '10' } }),
    refetchOnMount,
  })
