// These queries are not in the file of the list of partners, because the home page would load its filters with them.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pageOf, pagesOf } from '#client/lib/query-client.ts'
import type { ActivityKind } from '#contract/partners/activity-kinds.ts'

/** The activity of a partner, the latest first. */
export const usePartnerActivities = (partnerId: string, kind: ActivityKind | undefined) =>
  useInfiniteQuery(
    pagesOf('/api/admin/partners/:partnerId/activities', {
      params: { partnerId },
      query: { ...(kind && { kind }), limit: '20' },
    }),
  )

/** The activity of the user's own profile, the latest first. */
export const useOwnActivities = (kind: ActivityKind | undefined) =>
  useInfiniteQuery(pagesOf('/api/partner/activities', { query: { ...(kind && { kind }), limit: '20' } }))

export const latestActivitiesShown = 5

export const latestActivities = pageOf('/api/partner/activities', {
  query: { limit: String(latestActivitiesShown) },
})

/** The newest entries of the user's own activity. */
export const useLatestActivities = () => useQuery(latestActivities)
