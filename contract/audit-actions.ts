import { keysOf } from './keys-of.ts'
import { taskPlanActionLabels } from './task-plans/audit-actions.ts'

/** The recorded actions, by subject and action, with their labels. Events of `session` are deleted after a time; all others stay. */
export const auditActionLabels = {
  'user.created': 'User added',
  'user.changed': 'User edited',
  'user.role_changed': 'Role changed',
  'user.group_changed': 'Group changed',
  'user.disabled': 'User disabled',
  'user.enabled': 'User enabled',
  'user.handed_over': 'Work handed over',
  'user.invited': 'Invitation resent',
  'user.email_sent_again': 'Email sent again',
  'user.sessions_ended': 'Sessions ended',
  'user.erased': 'User erased',
  'user.data_downloaded': 'Own data downloaded',
  'partner.created': 'Partner added',
  'partner.changed': 'Partner edited',
  'partner.status_taken_back': 'Onboarding status reset',
  'partner.reminded': 'Partner reminded',
  'partner.group_manager_changed': 'Partner manager of a group changed',
  'partner.bulk_changed': 'Partners changed together',
  'partner.bulk_taken_back': 'Change of partners taken back',
  'partner.tagged': 'Tags changed',
  'partner.note_added': 'Note about a partner added',
  'partner.note_changed': 'Note edited',
  'partner.note_pinned': 'Note pinned or unpinned',
  'partner.note_deleted': 'Note deleted',
  'partner.note_restored': 'Note restored',
  'partner_tag.renamed': 'Tag renamed',
  'partner_tag.deleted': 'Tag deleted',
  'partner.member_invited': 'Person invited',
  'partner.invitation_withdrawn': 'Invitation withdrawn',
  'partner.invitation_declined': 'Invitation declined',
  'partner.member_joined': 'Person joined',
  'partner.member_changed': 'Person changed',
  'partner.member_removed': 'Membership ended',
  'partner.ownership_offered': 'Ownership offered',
  'partner.ownership_withdrawn': 'Offer of ownership withdrawn',
  'partner.ownership_declined': 'Offer of ownership declined',
  'partner.owner_changed': 'Owner changed',
  'document.added': 'Agreement added',
  'document.changed': 'Agreement changed',
  'document.withdrawn': 'Agreement deleted',
  'document.marked_signed': 'Agreement marked signed',
  'document.countersigned': 'Agreement signed for the company',
  'document.scan_added': 'Agreement scan added',
  'document.downloaded': 'Agreement downloaded',
  'document.signature_taken_back': 'Mark Signed undone',
  'agreement_type.created': 'Agreement type added',
  'agreement_type.changed': 'Agreement type changed',
  'agreement_type.archived': 'Agreement type archived',
  'agreement_type.restored': 'Agreement type restored',
  'agreement_text.draft_saved': 'Agreement draft saved',
  'agreement_text.draft_discarded': 'Agreement draft discarded',
  'agreement_text.published': 'Agreement text published',
  'document.voided': 'Agreement voided',
  'task.created': 'Task created',
  'task.changed': 'Task changed',
  'task.deleted': 'Task deleted',
  'task.accepted': 'Task accepted',
  'task.sent_back': 'Task sent back',
  'task.proof_added': 'Proof added to task',
  'task.proof_removed': 'Proof removed from task',
  'task.restored': 'Task restored',
  ...taskPlanActionLabels,
  'activation.created': 'Activation created',
  'activation.changed': 'Activation changed',
  'activation.deleted': 'Activation deleted',
  'announcement.created': 'Announcement created',
  'announcement.changed': 'Announcement changed',
  'announcement.ended': 'Announcement ended',
  'announcement.deleted': 'Announcement deleted',
  'calendar_feed.created': 'Calendar address created',
  'calendar_feed.renewed': 'Calendar address renewed',
  'calendar_feed.removed': 'Calendar address removed',
  'resource.created': 'File added',
  'resource.changed': 'File edited',
  'resource.file_replaced': 'File replaced',
  'resource.deleted': 'File withdrawn',
  'resource.restored': 'File restored',
  'folder.created': 'Folder created',
  'folder.changed': 'Folder edited',
  'folder.deleted': 'Folder deleted',
  'conversation.assigned': 'Conversation assigned',
  'conversation.closed': 'Conversation closed',
  'conversation.reopened': 'Conversation reopened',
  'conversation.snoozed': 'Conversation snoozed',
  'conversation.unsnoozed': 'Conversation brought back',
  'conversation.labeled': 'Labels changed',
  'conversation.note_added': 'Note added',
  'chat_label.renamed': 'Label renamed',
  'chat_label.deleted': 'Label deleted',
  'saved_reply.created': 'Saved reply added',
  'saved_reply.changed': 'Saved reply edited',
  'saved_reply.deleted': 'Saved reply deleted',
  'office_hours.changed': 'Office hours changed',
  'api_token.created': 'API token created',
  'api_token.revoked': 'API token revoked',
  'webhook.created': 'Webhook added',
  'webhook.secret_rotated': 'Webhook secret rotated',
  'webhook.switched_on': 'Webhook switched on',
  'webhook.switched_off': 'Webhook switched off',
  'webhook.tested': 'Webhook tested',
  'webhook.sent_again': 'Webhook sent again',
  'webhook.deleted': 'Webhook deleted',
  'session.step_up': 'Identity confirmed',
  'session.ended': 'Session ended',
  'session.reported': 'Sign-in reported',
  'passkey.added': 'Passkey added',
  'passkey.renamed': 'Passkey renamed',
  'passkey.removed': 'Passkey removed',
  'passkey.reset': 'Passkeys reset',
  'recovery_code.created': 'Recovery codes created',
  'recovery_code.used': 'Recovery code used',
  'view.started': 'Started viewing as partner',
  'view.stopped': 'Stopped viewing as partner',
  'import.ended': 'Partners imported',
  'export.started': 'Export started',
  'export.ended': 'Export ended',
  'session.signed_in': 'Signed in',
  'session.sign_in_refused': 'Sign-in refused',
  'session.signed_out': 'Signed out',
} as const satisfies Record<string, string>

export type AuditAction = keyof typeof auditActionLabels
export const auditActions = keysOf(auditActionLabels)

/** Actions that are also in the activity of the partner, under the same label, by the kind that filters them there. */
export const actionsInActivity = {
  agreements: [
    'document.added',
    'document.changed',
    'document.withdrawn',
    'document.marked_signed',
    'document.scan_added',
    'document.signature_taken_back',
    'document.voided',
  ],
  tasks: ['task.created', 'task.changed', 'task.deleted', 'task.restored', 'task.accepted', 'task.sent_back'],
  activations: ['activation.created', 'activation.changed', 'activation.deleted'],
  people: [
    'partner.member_invited',
    'partner.invitation_withdrawn',
    'partner.invitation_declined',
    'partner.member_joined',
    'partner.member_changed',
    'partner.member_removed',
    'partner.ownership_offered',
    'partner.ownership_withdrawn',
    'partner.ownership_declined',
    'partner.owner_changed',
  ],
} as const satisfies Record<string, readonly AuditAction[]>

type SubjectOf<Action> = Action extends `${infer Subject}.${string}` ? Subject : never

/** The labels of the subjects of actions, in the plural. */
export const auditSubjectLabels: Record<SubjectOf<AuditAction>, string> = {
  user: 'Users',
  partner: 'Partners',
  partner_tag: 'Tags of partners',
  document: 'Agreements',
  agreement_type: 'Agreement types',
  agreement_text: 'Agreement texts',
  task: 'Tasks',
  task_series: 'Recurring tasks',
  task_template: 'Task templates',
  task_set: 'Task sets',
  activation: 'Activations',
  announcement: 'Announcements',
  calendar_feed: 'Calendar addresses',
  resource: 'Files',
  folder: 'Folders',
  conversation: 'Conversations',
  chat_label: 'Labels of conversations',
  saved_reply: 'Saved replies',
  office_hours: 'Office hours',
  api_token: 'API tokens',
  webhook: 'Webhooks',
  passkey: 'Passkeys',
  recovery_code: 'Recovery codes',
  view: 'View as partner',
  import: 'Imports',
  export: 'Exports',
  session: 'Sign-ins and sessions',
}

/** `change` is a change in the portal, `access` is access to much at once or to what others see, and `sign_in` is a sign-in or sign-out. */
export const auditKinds = ['change', 'access', 'sign_in'] as const
export type AuditKind = (typeof auditKinds)[number]

export const auditKindLabels: Record<AuditKind, string> = {
  change: 'Changes',
  access: 'Views and downloads',
  sign_in: 'Sign-ins and sessions',
}

// Actions on other subjects are of the kind `change`.
const subjectKinds: Partial<Record<SubjectOf<AuditAction>, AuditKind>> = {
  calendar_feed: 'access',
  api_token: 'access',
  webhook: 'access',
  passkey: 'sign_in',
  recovery_code: 'sign_in',
  view: 'access',
  export: 'access',
  session: 'sign_in',
}

/** Returns the kind of an action. */
export const auditKindOf = (action: AuditAction): AuditKind =>
  action === 'document.downloaded' || action === 'user.data_downloaded'
    ? 'access'
    : (subjectKinds[action.split('.')[0] as SubjectOf<AuditAction>] ?? 'change')

/** Returns the actions of a kind. */
export const actionsOfKind = (kind: AuditKind): AuditAction[] =>
  auditActions.filter((action) => auditKindOf(action) === kind)

/** The reasons why a sign-in was refused. */
export const refusalReasons = [
  'wrong_code',
  'codes_off',
  'other_browser',
  'wrong_passkey',
  'disabled',
] as const
export type RefusalReason = (typeof refusalReasons)[number]
