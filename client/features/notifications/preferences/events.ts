import type { DigestSection } from '#contract/notifications/digest.ts'
import type { EmailSwitch, NotificationKind } from '#contract/notifications/kinds.ts'
import type { Role } from '#contract/users/roles.ts'

/** An event, with its switch in each channel; null where that channel does not have it. */
export interface EventRow {
  label: string
  bell: NotificationKind | null
  email: EmailSwitch | null
  digest: DigestSection | null
}

const row = (
  label: string,
  { bell = null, email = null, digest = null }: Partial<Omit<EventRow, 'label'>>,
): EventRow => ({ label, bell, email, digest })

const forAll = {
  role: row('Role changes', { bell: 'role_changed', email: 'roleChangeNotifications' }),
  chat: row('Chat messages', { email: 'chatMessages' }),
  welcome: row('Welcome and sign-in help', { email: 'welcomeEmails' }),
}

/** What partners are notified of. */
const partnerEvents: EventRow[] = [
  row('New tasks', { bell: 'task_assigned', email: 'taskAssignments' }),
  row('Task reminders', { bell: 'task_reminder', email: 'taskReminders', digest: 'tasks' }),
  row('Overdue tasks', { bell: 'task_overdue', email: 'taskOverdue' }),
  row('Changes and comments on tasks', { bell: 'task_changed', email: 'taskUpdates' }),
  row('Agreements to sign', { bell: 'agreement_waiting', email: 'agreementEmails', digest: 'agreements' }),
  row('Voided and ending agreements', { bell: 'agreement_changed', email: 'agreementUpdates' }),
  row('Agreements signed by the company', { bell: 'agreement_countersigned' }),
  row('Coming activations', { digest: 'activations' }),
  row('New and updated files', {
    bell: 'resource_added',
    email: 'resourceNotifications',
    digest: 'resources',
  }),
  row('Announcements', { bell: 'announcement', email: 'announcementEmails' }),
  forAll.chat,
  forAll.role,
  forAll.welcome,
  row('Weekly digest', { email: 'weeklyDigests' }),
]

/** What staff are notified of. They get no digest. */
const staffEvents: EventRow[] = [
  row('Comments and proof on tasks', { bell: 'task_work', email: 'taskUpdates' }),
  row('Declined and ending agreements', { bell: 'agreement_attention', email: 'agreementUpdates' }),
  row('Profiles that partners changed', { bell: 'profile_changed' }),
  forAll.chat,
  forAll.role,
  forAll.welcome,
]

const adminEvents: EventRow[] = [
  ...staffEvents,
  row('Webhooks that were switched off', { bell: 'webhook_disabled', email: 'webhookEmails' }),
]

const eventsOfRole: Record<Role, EventRow[]> = {
  user: partnerEvents,
  support: staffEvents,
  admin: adminEvents,
}

/** What users of a role are notified of. */
export const eventsOf = (role: Role) => eventsOfRole[role]
