import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { changeViewer } from '#client/domain/current-user.ts'
import { call } from '#client/lib/api.ts'
import { showFailure } from '#client/lib/show-failure.ts'
import { startImpersonation, stopImpersonation } from '#contract/session/impersonation.ts'

/** Changes with whose eyes this session sees the portal, and goes where that begins. */
const useChangeViewing = (change: () => Promise<void>, { to, failed }: { to: string; failed: string }) => {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await changeViewer(client)
      navigate(to)
    },
    onError: (error) => showFailure(error, failed),
  })
}

export const useStartImpersonation = (partnerId: string) =>
  useChangeViewing(() => call(startImpersonation, { params: { partnerId } }), {
    to: '/',
    failed: 'The portal cannot be shown as this partner',
  })

/** Leads back to the partner who was viewed. */
export const useStopImpersonation = (partnerId: string) =>
  useChangeViewing(() => call(stopImpersonation, {}), {
    to: `/?${new URLSearchParams({ partner: partnerId })}`,
    failed: 'Viewing could not be stopped. Check your connection and try again.',
  })
