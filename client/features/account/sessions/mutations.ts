import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'

const shared = { invalidates: ['/api/account/sessions'], awaitsReads: true } as const

export const useEndSession = (id: string, onEnded: () => void) =>
  useEndpointMutation(() => call('DELETE /api/account/sessions/:id', { params: { id } }), {
    ...shared,
    success: 'Session ended',
    failure: 'The session could not be ended. Check your connection and try again.',
    onSuccess: onEnded,
  })

export const useEndOtherSessions = (onEnded: () => void) =>
  useEndpointMutation(() => call('POST /api/account/sessions/end-others', {}), {
    ...shared,
    success: ({ ended }) => ({ title: `${formatCount(ended, 'session')} ended` }),
    failure: 'The sessions could not be ended. Check your connection and try again.',
    onSuccess: onEnded,
  })
