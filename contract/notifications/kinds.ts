/** What users are notified of. */
export const notificationKinds = [
  'role_changed',
  'task_assigned',
  'task_changed',
  'task_reminder',
  'task_overdue',
  'task_work',
  'resource_added',
  'agreement_waiting',
  'agreement_changed',
  'agreement_attention',
  'agreement_countersigned',
  'profile_changed',
  'announcement',
  'webhook_disabled',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The switches of emails: the seven of the specification, and those of what it does not know. All are on by default. */
export const emailSwitches = [
  'welcomeEmails',
  'roleChangeNotifications',
  'taskAssignments',
  'taskReminders',
  'taskOverdue',
  'taskUpdates',
  'resourceNotifications',
  'agreementEmails',
  'agreementUpdates',
  'announcementEmails',
  'chatMessages',
  'weeklyDigests',
  'webhookEmails',
] as const
export type EmailSwitch = (typeof emailSwitches)[number]

/**
 * The kinds of which no email is sent, whatever the switches: the agreement with the company's signature comes with an email of its own,
 * and what a partner has changed in their profile is for the bell and the record alone.
 */
export const kindsWithoutEmail = [
  'agreement_countersigned',
  'profile_changed',
] as const satisfies NotificationKind[]

/** Which switch turns an email of a kind off. */
export const switchOfKind: Record<
  Exclude<NotificationKind, (typeof kindsWithoutEmail)[number]>,
  EmailSwitch
> = {
  role_changed: 'roleChangeNotifications',
  task_assigned: 'taskAssignments',
  task_changed: 'taskUpdates',
  task_reminder: 'taskReminders',
  task_overdue: 'taskOverdue',
  task_work: 'taskUpdates',
  resource_added: 'resourceNotifications',
  agreement_waiting: 'agreementEmails',
  agreement_changed: 'agreementUpdates',
  agreement_attention: 'agreementUpdates',
  announcement: 'announcementEmails',
  webhook_disabled: 'webhookEmails',
}
