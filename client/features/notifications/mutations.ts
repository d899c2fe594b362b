import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { markNotificationsSeen } from '#contract/notifications/notifications.ts'

/** Marks notifications as seen because the user says so. */
export const useMarkSeen = (onMarked?: () => void) =>
  useEndpointMutation(
    (body: Sent<typeof markNotificationsSeen, 'body'>) => call('POST /api/notifications/seen', { body }),
    {
      failure: 'The notifications could not be marked as seen. Check your connection and try again.',
      invalidates: ['/api/notifications'],
      leaves: ({ ids }) => (ids ? { ids, label: 'Seen', hasUndo: false } : null),
      awaitsReads: true,
      onSuccess: () => onMarked?.(),
    },
  )
