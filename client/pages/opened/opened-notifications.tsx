import { AllNotifications } from '#client/features/notifications/all-notifications.tsx'
import type { OpenedProps } from './opened-props.ts'

/** The user's own notifications; of staff who view the portal as a partner, the partner's. */
export default function OpenedNotifications({ id, ...opening }: OpenedProps) {
  return <AllNotifications filter={id} {...opening} />
}
