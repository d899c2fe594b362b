import { queryOptions, useQuery } from '@tanstack/react-query'
import { read } from '#client/lib/api.ts'
import type { PartnerProfile } from '#contract/partners.ts'

const path = '/api/partner/profile'

/**
 * The partner's profile, or null where there is none yet. In a file without the contract's schemas: the router needs it
 * before any screen, and visitors are spared what validates.
 */
export const ownProfile = queryOptions({
  queryKey: [path],
  queryFn: () => read<PartnerProfile>(path, [404]),
})

export const useProfile = (enabled: boolean) => useQuery({ ...ownProfile, enabled })
