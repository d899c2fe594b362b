import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pagesOf, readOf, snapshotOf } from '#client/lib/query-client.ts'
import { type AdminPartner, getPartner, listPartnerActivities } from '#contract/partners/partners.ts'

/** @param listed as the list knows it, to be shown until it has come anew */
export const usePartner = (partnerId: string, listed: AdminPartner | undefined) =>
  useQuery({
    ...readOf(getPartner, { params: { partnerId } }),
    placeholderData: listed,
  })

/** A partner to fill a form from, read anew for each. It changes only when it is asked for again: somebody is typing. */
export const usePartnerAsItIs = (partnerId: string) =>
  useQuery(snapshotOf(getPartner, { params: { partnerId } }))

/** What happened to a partner, the latest first. */
export const usePartnerActivities = (partnerId: string) =>
  useInfiniteQuery({
    ...pagesOf(listPartnerActivities, { params: { partnerId }, query: { limit: '10' } }),
  })
