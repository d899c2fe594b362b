import { keysOf } from '../keys-of.ts'
import type { Role } from '../users/roles.ts'
import type { DigestSection } from './digest.ts'

/** What the settings, the bell, the emails and the digest have of an event. */
export interface NotificationEvent {
  /** The name in the notification settings. */
  label: string
  /** The roles that are notified of the event. */
  readers: readonly Role[]
  /** The switch of the emails about the event. Without a switch, no emails are sent. */
  email?: string
  /** The text of the button in the email. An event without a button is not in the bell. */
  action?: string
  /** The name of these emails in the email log. */
  emailType?: string
  /** The part of the weekly digest that contains the event. */
  digest?: DigestSection
}

/** Requires that an event with a button and a switch has a name in the email log. */
type Row = NotificationEvent &
  ({ email: string; action: string; emailType: string } | { email?: never } | { action?: never })

const partners = ['user'] as const
const staff = ['support', 'admin'] as const
const everyone = [...partners, ...staff] as const

/**
 * The events that users are notified of, in the order of the settings. An entry with an `action`, which is the button of its email, is a
 * kind of notification. To add a kind, add an entry here, an icon in the client, and the title at the place where the event happens.
 */
export const notificationEvents = {
  task_assigned: {
    label: 'New tasks',
    readers: partners,
    email: 'taskAssignments',
    emailType: 'New task',
    action: 'Open the task',
  },
  task_reminder: {
    label: 'Task reminders',
    readers: partners,
    email: 'taskReminders',
    digest: 'tasks',
    emailType: 'Task reminder',
    action: 'Open the task',
  },
  task_overdue: {
    label: 'Overdue tasks',
    readers: partners,
    email: 'taskOverdue',
    emailType: 'Task overdue',
    action: 'Open the task',
  },
  task_changed: {
    label: 'Task changes and comments',
    readers: partners,
    email: 'taskUpdates',
    emailType: 'Task changed',
    action: 'Open the task',
  },
  agreement_waiting: {
    label: 'Agreements to sign',
    readers: partners,
    email: 'agreementEmails',
    digest: 'agreements',
    emailType: 'Agreement to sign',
    action: 'Read and sign',
  },
  agreement_changed: {
    label: 'Voided and ending agreements',
    readers: partners,
    email: 'agreementUpdates',
    emailType: 'Agreement voided or ending',
    action: 'Open the agreement',
  },
  // The signed agreement is sent in an email of its own, so this event has no switch.
  agreement_countersigned: {
    label: 'Agreements signed by the company',
    readers: partners,
    emailType: 'Agreement signed by the company',
    action: 'Open the agreement',
  },
  obligation_due: {
    label: 'Payments and dates that are due',
    readers: everyone,
    email: 'obligationReminders',
    emailType: 'Payment or date due',
    action: 'Open the agreement',
  },
  payment_recorded: {
    label: 'Payments',
    readers: partners,
    email: 'paymentEmails',
    emailType: 'Payment recorded',
    action: 'Open the agreement',
  },
  activation_moved: {
    label: 'Moved activations',
    readers: partners,
    email: 'activationEmails',
    emailType: 'Activation moved',
    action: 'Open the activation',
  },
  activation_confirmed: {
    label: 'Confirmed activations',
    readers: partners,
    email: 'activationEmails',
    emailType: 'Activation confirmed',
    action: 'Open the activation',
  },
  activation_canceled: {
    label: 'Canceled activations',
    readers: partners,
    email: 'activationEmails',
    emailType: 'Activation canceled',
    action: 'Open the activation',
  },
  activation_comment: {
    label: 'Comments on activations',
    readers: partners,
    email: 'activationEmails',
    emailType: 'Comment on an activation',
    action: 'Open the activation',
  },
  recap_due: {
    label: 'Recaps of events',
    readers: partners,
    email: 'recapEmails',
    emailType: 'Recap of an event asked for',
    action: 'Write the recap',
  },
  invoice_decided: {
    label: 'Approved, scheduled and rejected invoices',
    readers: partners,
    email: 'invoiceEmails',
    emailType: 'Invoice decided',
    action: 'Open the invoices',
  },
  activations: { label: 'Upcoming activations', readers: partners, digest: 'activations' },
  resource_added: {
    label: 'New and updated files',
    readers: partners,
    email: 'resourceNotifications',
    digest: 'resources',
    emailType: 'New file',
    action: 'Open the file',
  },
  announcement: {
    label: 'Announcements',
    readers: partners,
    email: 'announcementEmails',
    emailType: 'Announcement',
    action: 'Open the announcement',
  },
  task_work: {
    label: 'Task comments and proof',
    readers: staff,
    email: 'taskUpdates',
    emailType: 'Task comment or proof',
    action: 'Open the task',
  },
  activation_work: {
    label: 'Comments on activations',
    readers: staff,
    email: 'activationEmails',
    emailType: 'Comment on an activation',
    action: 'Open the activation',
  },
  recap_submitted: {
    label: 'Recaps from partners',
    readers: staff,
    email: 'recapEmails',
    emailType: 'Recap of an event',
    action: 'Open the recap',
  },
  agreement_attention: {
    label: 'Declined and ending agreements',
    readers: staff,
    email: 'agreementUpdates',
    emailType: 'Agreement declined or ending',
    action: 'Open the agreement',
  },
  invoice_received: {
    label: 'Invoices to review',
    readers: staff,
    email: 'invoiceEmails',
    emailType: 'Invoice received',
    action: 'Open the invoices',
  },
  handed_over: {
    label: 'Work handed over to you',
    readers: staff,
    email: 'handoverEmails',
    emailType: 'Work handed over',
    action: 'Open the portal',
  },
  profile_changed: { label: 'Profile changes by partners', readers: staff, action: 'Open the partner' },
  note_mention: {
    label: 'Mentions in notes',
    readers: staff,
    email: 'noteMentions',
    emailType: 'Mention in a note',
    action: 'Open the note',
  },
  chat: { label: 'Chat messages', readers: everyone, email: 'chatMessages' },
  role_changed: {
    label: 'Role changes',
    readers: everyone,
    email: 'roleChangeNotifications',
    emailType: 'Role changed',
    action: 'Open the portal',
  },
  welcome: { label: 'Welcome and sign-in help', readers: everyone, email: 'welcomeEmails' },
  digest: { label: 'Weekly digest', readers: partners, email: 'weeklyDigests' },
  monthly_report: { label: 'Monthly report', readers: staff, email: 'monthlyReports' },
  webhook_disabled: {
    label: 'Webhooks switched off',
    readers: ['admin'],
    email: 'webhookEmails',
    emailType: 'Webhook switched off',
    action: 'View webhooks',
  },
} as const satisfies Record<string, Row>

type Events = typeof notificationEvents
type Having<Field extends keyof Row> = {
  [Name in keyof Events]: Events[Name] extends Record<Field, string> ? Name : never
}[keyof Events]

export type NotificationKind = Having<'action'>
/** The kinds of notifications that are also emailed. */
export type EmailedKind = Having<'action'> & Having<'email'>

export const notificationKinds = Object.keys(notificationEvents).filter(
  (name) => 'action' in notificationEvents[name as keyof Events],
) as [NotificationKind, ...NotificationKind[]]

/** A switch for emails: seven are in the specification, the others are for further events. All but `switchesOffAtFirst` are on until a user turns them off. */
export type EmailSwitch = Events[Having<'email'>]['email']

/** The names of the switches on the unsubscribe page: what each turns off. */
export const emailSwitchLabels: Record<EmailSwitch, string> = {
  welcomeEmails: 'Invitations to the portal',
  roleChangeNotifications: 'Changes to your role',
  taskAssignments: 'New tasks',
  taskReminders: 'Task reminders',
  taskOverdue: 'Overdue tasks',
  taskUpdates: 'Changes to tasks',
  resourceNotifications: 'New files',
  agreementEmails: 'Agreements to sign',
  agreementUpdates: 'Changes to agreements',
  obligationReminders: 'Payments and dates that are due',
  paymentEmails: 'Payments',
  activationEmails: 'Changes to activations',
  recapEmails: 'Recaps of events',
  invoiceEmails: 'Invoices',
  announcementEmails: 'Announcements',
  noteMentions: 'Mentions in notes',
  handoverEmails: 'Work handed over to you',
  chatMessages: 'Unread messages',
  weeklyDigests: 'Weekly summaries',
  monthlyReports: 'Monthly reports',
  webhookEmails: 'Webhooks switched off',
}

export const emailSwitches = keysOf(emailSwitchLabels)

/** The switches that are off until a user turns them on. */
export const switchesOffAtFirst: readonly EmailSwitch[] = ['monthlyReports']

/** The names of the emails of each kind in the email log. */
export const emailTypesOfKinds = Object.fromEntries(
  Object.entries<Row>(notificationEvents).flatMap(([name, { emailType }]) =>
    emailType ? [[name, emailType]] : [],
  ),
)

/** Returns the switch for the emails of a kind; undefined if none are sent. */
export const switchOfKind = (kind: NotificationKind): EmailSwitch | undefined => {
  const event: Row = notificationEvents[kind]
  return event.email as EmailSwitch | undefined
}
