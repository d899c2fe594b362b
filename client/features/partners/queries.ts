import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { notInEventStream, pagesOf, readOf, snapshotOf } from '#client/lib/query-client.ts'

/** Reads a partner for a form. The result does not change while the user types. */
export const usePartnerSnapshot = (partnerId: string) =>
  useQuery(snapshotOf('/api/admin/partners/:partnerId', { params: { partnerId } }))

/** The open items of a partner, and when they were last seen, which the event stream does not announce. */
export const usePartnerSummary = (partnerId: string | null) =>
  useQuery({
    ...readOf('/api/admin/partners/:partnerId/summary', { params: { partnerId: partnerId ?? 'none' } }),
    ...notInEventStream,
    enabled: partnerId !== null,
  })

/** The emails to a partner, the latest first. */
export const usePartnerEmails = (partnerId: string) =>
  useInfiniteQuery({
    ...pagesOf('/api/admin/partners/:partnerId/emails', { params: { partnerId }, query: { limit: '20' } }),
    ...notInEventStream,
  })

/** Reads a user who may become a partner, for a form, whether or not that is possible now. */
export const useUserSnapshot = (userId: string, enabled = true) =>
  useQuery({
    ...snapshotOf('/api/admin/users/:userId', { params: { userId } }),
    enabled: enabled && userId !== '',
  })
