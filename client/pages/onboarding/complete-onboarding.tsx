import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call } from '#client/lib/api.ts'
import { showFailure } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { getProfile } from '#contract/partners/profile.ts'

/**
 * Ends onboarding. The server has completed it with the second signature; its word is asked for first, because the screen
 * behind this button opens only with it.
 */
export function CompleteOnboarding({ signed, required }: { signed: number; required: number }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const complete = useMutation({
    mutationFn: () => call(getProfile, {}),
    onSuccess: (profile) => {
      client.setQueryData([getProfile.path], profile)
      if (profile.onboardingStatus !== 'completed') return
      toast({
        title: 'Onboarding Complete!',
        description: 'Welcome to the Partner Portal!',
        tone: 'positive',
      })
      navigate('/')
    },
    onError: (error) => showFailure(error, 'Your signatures are safe, but the portal could not be reached.'),
  })

  return (
    <>
      <p role="status" className="text-13 text-muted sm:ml-auto">
        {signed} of {required} agreements signed
      </p>
      <Button
        variant="primary"
        size="large"
        disabled={signed < required}
        pending={complete.isPending}
        onClick={() => complete.mutate()}
        className="max-sm:w-full"
      >
        Complete Onboarding
      </Button>
    </>
  )
}
