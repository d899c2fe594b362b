import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { changeViewer } from '#client/domain/current-user.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { startImpersonation, stopImpersonation } from '#contract/session/impersonation.ts'

/** Changes whom the session sees the portal as, and goes to the screen where that begins. */
const useImpersonationChange = (
  send: () => Promise<void>,
  { address, failure }: { address: string; failure: string },
) => {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return useEndpointMutation<void, void>(send, {
    failure,
    onSuccess: async () => {
      await changeViewer(client)
      navigate(address)
    },
  })
}

export const useStartImpersonation = (partnerId: string) =>
  useImpersonationChange(() => call(startImpersonation, { params: { partnerId } }), {
    address: '/',
    failure: 'The portal could not be opened as this partner',
  })

/** Ends the impersonation and returns to the viewed partner. */
export const useStopImpersonation = (partnerId: string) =>
  useImpersonationChange(() => call(stopImpersonation, {}), {
    address: `/?${new URLSearchParams({ partner: partnerId })}`,
    failure: 'Viewing could not be stopped. Check your connection and try again.',
  })
