import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, isoDate, partnerParams } from '../fields.ts'
import { keysOf } from '../keys-of.ts'
import { paging } from '../paging.ts'

/** What the activity of a partner is filtered by. */
export const activityKinds = [
  'profile',
  'agreements',
  'tasks',
  'activations',
  'files',
  'emails',
  'account',
] as const
export type ActivityKind = (typeof activityKinds)[number]

export const activityKindLabels: Record<ActivityKind, string> = {
  profile: 'Profile and onboarding',
  agreements: 'Agreements',
  tasks: 'Tasks',
  activations: 'Activations',
  files: 'Files',
  emails: 'Emails and reminders',
  account: 'Account',
}

/** Everything that is recorded of a partner: the kind of each type. What happened in particular is in the description. */
const kindOfType = {
  profile_created: 'profile',
  profile_confirmed: 'profile',
  profile_updated: 'profile',
  profile_changed: 'profile',
  onboarding_completed: 'profile',
  onboarding_reopened: 'profile',
  status_taken_back: 'profile',
  document_added: 'agreements',
  document_changed: 'agreements',
  document_withdrawn: 'agreements',
  document_signed: 'agreements',
  document_countersigned: 'agreements',
  document_marked_signed: 'agreements',
  document_scan_added: 'agreements',
  document_signature_taken_back: 'agreements',
  document_declined: 'agreements',
  document_voided: 'agreements',
  document_replaced: 'agreements',
  task_created: 'tasks',
  task_changed: 'tasks',
  task_owner_changed: 'tasks',
  task_status_changed: 'tasks',
  task_moved: 'tasks',
  task_withdrawn: 'tasks',
  task_deleted: 'tasks',
  task_restored: 'tasks',
  task_commented: 'tasks',
  task_proof_added: 'tasks',
  task_proof_removed: 'tasks',
  task_accepted: 'tasks',
  task_sent_back: 'tasks',
  activation_created: 'activations',
  activation_changed: 'activations',
  activation_moved: 'activations',
  activation_deleted: 'activations',
  file_downloaded: 'files',
  folder_downloaded: 'files',
  invited: 'emails',
  reminded: 'emails',
  first_signed_in: 'account',
  name_changed: 'account',
  email_changed: 'account',
  role_changed: 'account',
  group_changed: 'account',
  disabled: 'account',
  enabled: 'account',
} as const satisfies Record<string, ActivityKind>

export type ActivityType = keyof typeof kindOfType

export const activityTypes = keysOf(kindOfType)

export const activityKindOf = (type: ActivityType): ActivityKind => kindOfType[type]

/** Apart from the kinds, so that a page that only shows icons does not load them. */
export const activityTypeLabels: Record<ActivityType, string> = {
  profile_created: 'Profile created',
  profile_confirmed: 'Profile confirmed',
  profile_updated: 'Profile updated by the partner',
  profile_changed: 'Profile changed by the team',
  onboarding_completed: 'Onboarding completed',
  onboarding_reopened: 'Onboarding reopened',
  status_taken_back: 'Onboarding status taken back',
  document_added: 'Agreement added',
  document_changed: 'Agreement changed',
  document_withdrawn: 'Agreement deleted',
  document_signed: 'Agreement signed',
  document_countersigned: 'Agreement signed by the company',
  document_marked_signed: 'Agreement marked signed',
  document_scan_added: 'Scan of an agreement added',
  document_signature_taken_back: 'Mark Signed taken back',
  document_declined: 'Agreement declined',
  document_voided: 'Agreement voided',
  document_replaced: 'Agreement replaced by a later one',
  task_created: 'Task created',
  task_changed: 'Task changed',
  task_owner_changed: 'Owner of a task changed',
  task_status_changed: 'Status of a task changed',
  task_moved: 'Task assigned to another partner',
  task_withdrawn: 'Task withdrawn',
  task_deleted: 'Task deleted',
  task_restored: 'Task restored',
  task_commented: 'Comment on a task',
  task_proof_added: 'Proof added to a task',
  task_proof_removed: 'Proof removed from a task',
  task_accepted: 'Task accepted',
  task_sent_back: 'Task sent back',
  activation_created: 'Activation created',
  activation_changed: 'Activation changed',
  activation_moved: 'Activation assigned to another partner',
  activation_deleted: 'Activation deleted',
  file_downloaded: 'File downloaded',
  folder_downloaded: 'Folder downloaded',
  invited: 'Invitation emailed',
  reminded: 'Reminder emailed',
  first_signed_in: 'First sign-in',
  name_changed: 'Name changed',
  email_changed: 'Email address changed',
  role_changed: 'Role changed',
  group_changed: 'Group changed',
  disabled: 'Account disabled',
  enabled: 'Account enabled',
}

export const activityTypesOfKind = (kind: ActivityKind) =>
  activityTypes.filter((type) => kindOfType[type] === kind)

/** How the team organizes its work: partners learn neither the names of groups nor that someone else looks after a task. */
export const internalActivityTypes: readonly ActivityType[] = ['group_changed', 'task_owner_changed']

export const activitySubjects = ['task', 'agreement', 'activation', 'file'] as const

export const PartnerActivity = z.strictObject({
  id,
  partnerId: id,
  activityType: z.enum(activityTypes),
  /** What the type is filtered by. */
  kind: z.enum(activityKinds),
  description: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: isoDate,
  /** The display name of who did it; null for the portal itself and once that user is deleted. To partners all others are "Partner team". */
  actorName: z.string().nullable(),
  /** What it is about, where the reader can open it; null once that no longer exists. */
  subject: z.strictObject({ kind: z.enum(activitySubjects), id }).nullable(),
})
export type PartnerActivity = z.input<typeof PartnerActivity>

const query = z.strictObject({ kind: z.enum(activityKinds).optional(), ...paging })

export const listPartnerActivities = endpoint('GET', '/api/admin/partners/:partnerId/activities', {
  access: 'staff',
  byToken: true,
  summary: 'What happened to a partner, the latest first',
  params: partnerParams,
  query,
  answers: { 200: z.array(PartnerActivity) },
})

export const listOwnActivities = endpoint('GET', '/api/partner/activities', {
  access: 'signed-in',
  summary: 'What happened to the caller as a partner, the latest first; empty until there is a profile',
  query,
  answers: { 200: z.array(PartnerActivity) },
})
