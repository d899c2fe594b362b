import type { Role } from '../users/roles.ts'
import type { DigestSection } from './digest.ts'
import {
  type EmailSwitch,
  type NotificationEvent,
  type NotificationKind,
  notificationEvents,
} from './kinds.ts'

/** A row of the notification settings, with the switch in each channel; null if the channel does not have the event. */
export interface NotificationRow {
  label: string
  bell: NotificationKind | null
  email: EmailSwitch | null
  digest: DigestSection | null
}

/** Returns the events that users of a role are notified of, one row for each. */
export const notificationRowsOf = (role: Role): NotificationRow[] =>
  Object.entries<NotificationEvent>(notificationEvents)
    .filter(([, { readers }]) => readers.includes(role))
    .map(([name, { label, action, email, digest }]) => ({
      label,
      bell: action ? (name as NotificationKind) : null,
      email: (email as EmailSwitch | undefined) ?? null,
      digest: digest ?? null,
    }))
