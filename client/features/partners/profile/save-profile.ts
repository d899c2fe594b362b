import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ownProfile } from '#client/domain/own-profile.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { showFailure } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import type { Sent } from '#contract/endpoint.ts'
import { saveProfile } from '#contract/partners/profile.ts'

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
      showFailure(error, 'Failed to create partner profile. Please try again.')
      // Completed meanwhile, in another window: what is shown has to follow.
      if (error instanceof ApiError && error.status === 409) {
        return client.invalidateQueries({ queryKey: ownProfile.queryKey })
      }
    },
  })
}
