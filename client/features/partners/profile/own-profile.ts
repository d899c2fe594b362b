import { queryOptions, useQuery } from '@tanstack/react-query'
import { read } from '#client/lib/api.ts'
import { isInBackground } from '#client/lib/background-reads.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'

const path = '/api/partner/profile'

/**
 * The partner's profile, or null where there is none yet. In a file without the contract's schemas: the router needs it
 * before any screen, and visitors are spared what validates.
 */
export const ownProfile = queryOptions({
  queryKey: [path],
  queryFn: ({ queryKey }) =>
    read<PartnerProfile>(path, { nullOn: [404], inBackground: isInBackground(queryKey) }),
})

export const useProfile = (enabled: boolean) => useQuery({ ...ownProfile, enabled })
