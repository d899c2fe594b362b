import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { notInEventStream, pagesOf, readOf, snapshotOf } from '#client/lib/query-client.ts'
import { getPartner } from '#contract/partners/partners.ts'
import { getPartnerSummary, listPartnerEmails } from '#contract/partners/record.ts'
import { getUser } from '#contract/users/users.ts'

/** Reads a partner for a form. The result does not change while the user types. */
export const usePartnerSnapshot = (partnerId: string) =>
  useQuery(snapshotOf(getPartner, { params: { partnerId } }))

/** The open items of a partner, and when they were last seen, which the event stream does not announce. */
export const usePartnerSummary = (partnerId: string) =>
  useQuery({ ...readOf(getPartnerSummary, { params: { partnerId } }), ...notInEventStream })

/** The emails to a partner, the latest first. */
export const usePartnerEmails = (partnerId: string) =>
  useInfiniteQuery({
    ...pagesOf(listPartnerEmails, { params: { partnerId }, query: { limit: '20' } }),
    ...notInEventStream,
  })

/** Reads a user who may become a partner, for a form, whether or not that is possible now. */
export const useUserSnapshot = (userId: string, enabled = true) =>
  useQuery({ ...snapshotOf(getUser, { params: { userId } }), enabled: enabled && userId !== '' })
