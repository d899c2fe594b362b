import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, read } from '#client/lib/api.ts'
import { tellFailure } from '#client/lib/tell-failure.ts'
import { toast } from '#client/lib/toast.ts'
import type { Sent } from '#contract/endpoint.ts'
import { type PartnerProfile, saveProfile } from '#contract/partners.ts'

const path = '/api/partner/profile'

/** The partner's profile, or null where there is none yet. */
export const ownProfile = queryOptions({
  queryKey: [path],
  queryFn: () => read<PartnerProfile>(path, [404]),
})

export const useProfile = (enabled: boolean) => useQuery({ ...ownProfile, enabled })

/** Creates the partner's profile, or confirms and changes it. */
export const useSaveProfile = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Sent<typeof saveProfile, 'body'>) => call(saveProfile, { body }),
    onSuccess: (profile) => {
      client.setQueryData(ownProfile.queryKey, profile)
      toast({ title: 'Partner profile created successfully!', tone: 'positive' })
    },
    onError: (error) => {
      tellFailure(error, 'Failed to create partner profile. Please try again.')
      // Completed meanwhile, in another window: what is shown has to follow.
      if (error instanceof ApiError && error.status === 409) {
        return client.invalidateQueries({ queryKey: ownProfile.queryKey })
      }
    },
  })
}
