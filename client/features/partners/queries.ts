import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { notInEventStream, pagesOf, readOf, snapshotOf } from '#client/lib/query-client.ts'
import { getPartner } from '#contract/partners/partners.ts'
import { getPartnerSummary, listPartnerEmails } from '#contract/partners/record.ts'
import { getUser } from '#contract/users/users.ts'

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
