import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'

const shared = { invalidates: ['/api/calendar/feed'], awaitsReads: true } as const

/** Creates the private address of the calendar, or replaces it with a new one. */
export const useCreateFeed = (success: string, onCreated?: () => void) =>
  useEndpointMutation(() => call('POST /api/calendar/feed', {}), {
    ...shared,
    success,
    failure: 'The address could not be created. Check your connection and try again.',
    onSuccess: onCreated,
  })

export const useRemoveFeed = (onRemoved: () => void) =>
  useEndpointMutation(() => call('DELETE /api/calendar/feed', {}), {
    ...shared,
    success: 'Address removed',
    failure: 'The address could not be removed. Check your connection and try again.',
    onSuccess: onRemoved,
  })
