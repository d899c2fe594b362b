import type { Role } from '../users/roles.ts'
import type { DigestSection } from './digest.ts'

interface Row {
  /** What it is called among the settings of notifications. */
  label: string
  /** The roles that are notified of it. */
  readers: readonly Role[]
  /** The switch of its emails. Without one no email is sent. */
  email?: string
  /** The part of the weekly digest that has it. */
  digest?: DigestSection
}

const partners = ['user'] as const
const staff = ['support', 'admin'] as const
const everyone = [...partners, ...staff] as const

/**
 * What users are notified of, by the bell and by email: an entry here, an icon in the client and the title where it happens make a kind.
 * `action` is what the button of its email says.
 */
export const notificationEvents = {
  task_assigned: {
    label: 'New tasks',
    readers: partners,
    email: 'taskAssignments',
    action: 'Open the task',
  },
  task_reminder: {
    label: 'Task reminders',
    readers: partners,
    email: 'taskReminders',
    digest: 'tasks',
    action: 'Open the task',
  },
  task_overdue: { label: 'Overdue tasks', readers: partners, email: 'taskOverdue', action: 'Open the task' },
  task_changed: {
    label: 'Changes and comments on tasks',
    readers: partners,
    email: 'taskUpdates',
    action: 'Open the task',
  },
  task_work: {
    label: 'Comments and proof on tasks',
    readers: staff,
    email: 'taskUpdates',
    action: 'Open the task',
  },
  agreement_waiting: {
    label: 'Agreements to sign',
    readers: partners,
    email: 'agreementEmails',
    digest: 'agreements',
    action: 'Read and sign',
  },
  agreement_changed: {
    label: 'Voided and ending agreements',
    readers: partners,
    email: 'agreementUpdates',
    action: 'Open the agreement',
  },
  agreement_attention: {
    label: 'Declined and ending agreements',
    readers: staff,
    email: 'agreementUpdates',
    action: 'Open the agreement',
  },
  // The agreement with the company's signature comes with an email of its own.
  agreement_countersigned: {
    label: 'Agreements signed by the company',
    readers: partners,
    action: 'Open the agreement',
  },
  profile_changed: { label: 'Profiles that partners changed', readers: staff, action: 'Open the partner' },
  resource_added: {
    label: 'New and updated files',
    readers: partners,
    email: 'resourceNotifications',
    digest: 'resources',
    action: 'Open the file',
  },
  announcement: {
    label: 'Announcements',
    readers: partners,
    email: 'announcementEmails',
    action: 'Open the announcement',
  },
  role_changed: {
    label: 'Role changes',
    readers: everyone,
    email: 'roleChangeNotifications',
    action: 'Open the portal',
  },
  webhook_disabled: {
    label: 'Webhooks that were switched off',
    readers: ['admin'],
    email: 'webhookEmails',
    action: 'Open the webhooks',
  },
} as const satisfies Record<string, Row & { action: string }>

/** What users are notified of outside of the bell. */
export const otherNotifications = {
  activations: { label: 'Coming activations', readers: partners, digest: 'activations' },
  chat: { label: 'Chat messages', readers: everyone, email: 'chatMessages' },
  welcome: { label: 'Welcome and sign-in help', readers: everyone, email: 'welcomeEmails' },
  digest: { label: 'Weekly digest', readers: partners, email: 'weeklyDigests' },
} as const satisfies Record<string, Row>

export type NotificationKind = keyof typeof notificationEvents
/** The kinds of which emails are sent. */
export type EmailedKind = {
  [Kind in NotificationKind]: (typeof notificationEvents)[Kind] extends { email: string } ? Kind : never
}[NotificationKind]

export const notificationKinds = Object.keys(notificationEvents) as [NotificationKind, ...NotificationKind[]]

type SwitchIn<Rows> = Rows[keyof Rows] extends infer Each
  ? Each extends { email: infer Name }
    ? Name
    : never
  : never

/** A switch of emails: seven are the specification's, the others are of what it does not know. All are on until a user turns them off. */
export type EmailSwitch = SwitchIn<typeof notificationEvents> | SwitchIn<typeof otherNotifications>

/** What a switch turns off, as the page from which one unsubscribes names it. */
export const emailSwitchLabels: Record<EmailSwitch, string> = {
  welcomeEmails: 'Invitations to the portal',
  roleChangeNotifications: 'Changes of your role',
  taskAssignments: 'New tasks',
  taskReminders: 'Task reminders',
  taskOverdue: 'Overdue tasks',
  taskUpdates: 'Changes to tasks',
  resourceNotifications: 'New files',
  agreementEmails: 'Agreements to sign',
  agreementUpdates: 'Changes to agreements',
  announcementEmails: 'Announcements',
  chatMessages: 'Unread messages',
  weeklyDigests: 'Weekly summaries',
  webhookEmails: 'Webhooks that were switched off',
}

export const emailSwitches = Object.keys(emailSwitchLabels) as [EmailSwitch, ...EmailSwitch[]]

/** Which switch turns the emails of a kind off; undefined where none are sent. */
export const switchOfKind = (kind: NotificationKind): EmailSwitch | undefined => {
  const event: Row = notificationEvents[kind]
  return event.email as EmailSwitch | undefined
}

/** A line of the settings of notifications, with its switch in each channel; null where that channel does not have it. */
export interface NotificationRow {
  label: string
  bell: NotificationKind | null
  email: EmailSwitch | null
  digest: DigestSection | null
}

/** What users of a role are notified of, in the order of the settings. */
export const notificationRowsOf = (role: Role): NotificationRow[] => {
  const rows = { ...notificationEvents, ...otherNotifications }
  return Object.entries<Row>(rows)
    .filter(([, { readers }]) => readers.includes(role))
    .map(([name, { label, email, digest }]) => ({
      label,
      bell: name in notificationEvents ? (name as NotificationKind) : null,
      email: (email as EmailSwitch | undefined) ?? null,
      digest: digest ?? null,
    }))
}
