import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { createCalendarFeed, getCalendarFeed, removeCalendarFeed } from '#contract/calendar.ts'

const shared = { invalidates: [getCalendarFeed.path], awaitsReads: true } as const

/** Creates the private address of the calendar, or replaces it with a new one. */
export const useCreateFeed = (success: string, onCreated?: () => void) =>
  useEndpointMutation(() => call(createCalendarFeed, {}), {
    ...shared,
    success,
    failure: 'The address could not be created. Check your connection and try again.',
    onSuccess: onCreated,
  })

export const useRemoveFeed = (onRemoved: () => void) =>
  useEndpointMutation(() => call(removeCalendarFeed, {}), {
    ...shared,
    success: 'Address removed',
    failure: 'The address could not be removed. Check your connection and try again.',
    onSuccess: onRemoved,
  })
