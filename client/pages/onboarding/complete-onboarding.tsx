import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { getProfile } from '#contract/partners/profile.ts'

/** Completes onboarding. The second signature has completed it on the server, and only the profile read again opens the portal. */
export function CompleteOnboarding({ signed, required }: { signed: number; required: number }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const complete = useEndpointMutation(() => call(getProfile, {}), {
    failure: 'Your signatures are safe, but the portal could not be reached.',
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
