import { AllNotifications } from '#client/features/notifications/all-notifications.tsx'
import type { OpenedProps } from './opened-props.ts'

/** The dialog of the user's own notifications; while viewing as a partner, the partner's notifications. */
export default function OpenedNotifications({ id, ...opening }: OpenedProps) {
  return <AllNotifications filter={id} {...opening} />
}
