import { z } from 'zod'
import { actionsInActivity, auditActionLabels } from '../audit-actions.ts'
import { endpoint } from '../endpoint.ts'
import { id, isoDate, partnerParams } from '../fields.ts'
import { keysOf } from '../keys-of.ts'
import { paging } from '../paging.ts'
import { type ActivityKind, activityKinds } from './activity-kinds.ts'

/** The types that are only recorded for partners, with their kinds. The description of an activity says what exactly happened. */
const ownKinds = {
  profile_created: 'profile',
  profile_confirmed: 'profile',
  profile_updated: 'profile',
  profile_changed: 'profile',
  onboarding_completed: 'profile',
  onboarding_reopened: 'profile',
  status_taken_back: 'profile',
  manager_changed: 'profile',
  document_signed: 'agreements',
  document_countersigned: 'agreements',
  document_declined: 'agreements',
  document_replaced: 'agreements',
  task_owner_changed: 'tasks',
  task_assignee_changed: 'tasks',
  task_status_changed: 'tasks',
  task_moved: 'tasks',
  task_withdrawn: 'tasks',
  task_commented: 'tasks',
  task_proof_added: 'tasks',
  task_proof_removed: 'tasks',
  activation_moved: 'activations',
  activation_commented: 'activations',
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

type TypeOf<Action extends string> = Action extends `${infer Subject}.${infer Done}`
  ? `${Subject}_${Done}`
  : never
type ActionInActivity = (typeof actionsInActivity)[keyof typeof actionsInActivity][number]

/** The types of activity. The action `task.created` of the audit log, for example, is the type `task_created`. */
export type ActivityType = keyof typeof ownKinds | TypeOf<ActionInActivity>

/** Makes a table of the types that are also actions of the audit log. */
const byActionType = <Value>(read: (action: ActionInActivity, kind: ActivityKind) => Value) =>
  Object.fromEntries(
    Object.entries(actionsInActivity).flatMap(([kind, actions]) =>
      actions.map((action) => [action.replace('.', '_'), read(action, kind as ActivityKind)]),
    ),
  ) as Record<TypeOf<ActionInActivity>, Value>

const kindOfType: Record<ActivityType, ActivityKind> = { ...ownKinds, ...byActionType((_, kind) => kind) }

export const activityTypes = keysOf(kindOfType)

export const activityKindOf = (type: ActivityType): ActivityKind => kindOfType[type]

/** The labels are separate from the kinds, so that a page that only shows icons does not load them. */
const ownLabels: Record<keyof typeof ownKinds, string> = {
  profile_created: 'Profile created',
  profile_confirmed: 'Profile confirmed',
  profile_updated: 'Profile updated by the partner',
  profile_changed: 'Profile changed by the team',
  onboarding_completed: 'Onboarding completed',
  onboarding_reopened: 'Onboarding reopened',
  status_taken_back: 'Onboarding status reset',
  document_signed: 'Agreement signed',
  document_countersigned: 'Agreement signed by the company',
  document_declined: 'Agreement declined',
  document_replaced: 'Agreement replaced by a later one',
  task_owner_changed: 'Task owner changed',
  task_assignee_changed: 'Task assigned to a person',
  task_status_changed: 'Task status changed',
  task_moved: 'Task assigned to another partner',
  task_withdrawn: 'Task withdrawn',
  task_commented: 'Comment on a task',
  task_proof_added: 'Proof added to a task',
  task_proof_removed: 'Proof removed from a task',
  activation_moved: 'Activation assigned to another partner',
  activation_commented: 'Comment on an activation',
  file_downloaded: 'File downloaded',
  folder_downloaded: 'Folder downloaded',
  invited: 'Invitation emailed',
  reminded: 'Reminder emailed',
  first_signed_in: 'First sign-in',
  name_changed: 'Name changed',
  email_changed: 'Email address changed',
  role_changed: 'Role changed',
  group_changed: 'Group changed',
  manager_changed: 'Partner manager changed',
  disabled: 'Account disabled',
  enabled: 'Account enabled',
}

export const activityTypeLabels: Record<ActivityType, string> = {
  ...ownLabels,
  ...byActionType((action) => auditActionLabels[action]),
}

export const activityTypesOfKind = (kind: ActivityKind) =>
  activityTypes.filter((type) => kindOfType[type] === kind)

/** The types that partners do not see, because they are about how the team organizes its work: group names, and who looks after a task. */
export const internalActivityTypes: readonly ActivityType[] = ['group_changed', 'task_owner_changed']

export const activitySubjects = ['task', 'agreement', 'activation', 'file'] as const

export const PartnerActivity = z.strictObject({
  id,
  partnerId: id,
  activityType: z.enum(activityTypes),
  /** The kind that filters the type. */
  kind: z.enum(activityKinds),
  description: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: isoDate,
  /** The name of the user who did it; null for the portal, and once the user is deleted. To partners, all others are "Partner team". */
  actorName: z.string().nullable(),
  /** The subject of the activity, if the reader can open it; null once it no longer exists. */
  subject: z.strictObject({ kind: z.enum(activitySubjects), id }).nullable(),
})
export type PartnerActivity = z.input<typeof PartnerActivity>

const query = z.strictObject({ kind: z.enum(activityKinds).optional(), ...paging })

export const listPartnerActivities = endpoint('GET', '/api/admin/partners/:partnerId/activities', {
  access: 'staff',
  byToken: true,
  summary: "A partner's activity, latest first",
  params: partnerParams,
  query,
  responses: { 200: z.array(PartnerActivity) },
})

export const listOwnActivities = endpoint('GET', '/api/partner/activities', {
  access: 'signed-in',
  summary: "The caller's own activity as a partner, latest first; empty until there is a profile",
  query,
  responses: { 200: z.array(PartnerActivity) },
})
