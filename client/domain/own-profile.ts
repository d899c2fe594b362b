import { queryOptions, useQuery } from '@tanstack/react-query'
import { readKey } from '#client/lib/query-client.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'

export const ownProfilePath = '/api/partner/profile'

/**
 * The partner's profile, or null where there is none yet. In a file without the contract's schemas: the router needs it
 * before any screen, and visitors are spared what validates.
 */
export const ownProfile = queryOptions({
  queryKey: [ownProfilePath],
  queryFn: ({ queryKey }) => readKey<PartnerProfile>(queryKey, { nullOn: [404] }),
})

export const useOwnProfile = (enabled = true) => useQuery({ ...ownProfile, enabled })
