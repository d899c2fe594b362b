import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from '#contract/account/sessions.ts'

const shared = { invalidates: [listOwnSessions.path], awaitsReads: true } as const

export const useEndSession = (id: string, onEnded: () => void) =>
  useEndpointMutation(() => call(endOwnSession, { params: { id } }), {
    ...shared,
    success: 'Session ended',
    failure: 'The session could not be ended. Check your connection and try again.',
    onSuccess: onEnded,
  })

export const useEndOtherSessions = (onEnded: () => void) =>
  useEndpointMutation(() => call(endOtherSessions, {}), {
    ...shared,
    success: ({ ended }) => ({ title: `${formatCount(ended, 'session')} ended` }),
    failure: 'The sessions could not be ended. Check your connection and try again.',
    onSuccess: onEnded,
  })
