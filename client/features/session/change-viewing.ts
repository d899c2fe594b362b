import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call } from '#client/lib/api.ts'
import { changeEyes } from '#client/lib/current-user.ts'
import { tellFailure } from '#client/lib/tell-failure.ts'
import { startViewing, stopViewing } from '#contract/session/impersonation.ts'

/** Changes with whose eyes this session sees the portal, and goes where that begins. */
const useChangeViewing = (change: () => Promise<void>, { to, failed }: { to: string; failed: string }) => {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await changeEyes(client)
      navigate(to)
    },
    onError: (error) => tellFailure(error, failed),
  })
}

export const useStartViewing = (partnerId: string) =>
  useChangeViewing(() => call(startViewing, { params: { partnerId } }), {
    to: '/',
    failed: 'The portal cannot be shown as this partner',
  })

/** Leads back to the partner who was viewed. */
export const useStopViewing = (partnerId: string) =>
  useChangeViewing(() => call(stopViewing, {}), {
    to: `/?${new URLSearchParams({ partner: partnerId })}`,
    failed: 'Viewing could not be stopped. Check your connection and try again.',
  })
