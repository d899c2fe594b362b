import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, inputDate, isoDate, limits, optionalText } from './fields.ts'
import { paging } from './paging.ts'
import { Role } from './users/users.ts'

/** What is recorded: the subject and the action. Events of `session` are deleted after a time; all others stay. */
export const auditActions = [
  'user.created',
  'user.changed',
  'user.role_changed',
  'user.group_changed',
  'user.disabled',
  'user.enabled',
  'user.invited',
  'user.sessions_ended',
  'user.erased',
  'user.data_downloaded',
  'partner.created',
  'partner.changed',
  'partner.status_taken_back',
  'partner.reminded',
  'document.added',
  'document.changed',
  'document.withdrawn',
  'document.marked_signed',
  'document.scan_added',
  'document.downloaded',
  'document.signature_taken_back',
  'task.created',
  'task.changed',
  'task.deleted',
  'task.accepted',
  'task.sent_back',
  'task.proof_added',
  'task.proof_removed',
  'task.restored',
  'activation.created',
  'activation.changed',
  'activation.deleted',
  'resource.created',
  'resource.changed',
  'resource.file_replaced',
  'resource.deleted',
  'resource.restored',
  'folder.created',
  'folder.changed',
  'folder.deleted',
  'conversation.assigned',
  'conversation.closed',
  'conversation.reopened',
  'conversation.note_added',
  'saved_reply.created',
  'saved_reply.changed',
  'saved_reply.deleted',
  'office_hours.changed',
  'session.step_up',
  'session.ended',
  'session.reported',
  'passkey.added',
  'passkey.renamed',
  'passkey.removed',
  'passkey.reset',
  'recovery_code.created',
  'recovery_code.used',
  'view.started',
  'view.stopped',
  'export.started',
  'export.ended',
  'session.signed_in',
  'session.sign_in_refused',
  'session.signed_out',
] as const
export const AuditAction = z.enum(auditActions)
export type AuditAction = z.output<typeof AuditAction>

/** Their labels. */
export const auditActionLabels: Record<AuditAction, string> = {
  'user.created': 'User added',
  'user.changed': 'User edited',
  'user.role_changed': 'Role changed',
  'user.group_changed': 'Group changed',
  'user.disabled': 'User disabled',
  'user.enabled': 'User enabled',
  'user.invited': 'Invitation resent',
  'user.sessions_ended': 'Sessions ended',
  'user.erased': 'User erased',
  'user.data_downloaded': 'Own data downloaded',
  'partner.created': 'Partner added',
  'partner.changed': 'Partner edited',
  'partner.status_taken_back': 'Onboarding status taken back',
  'partner.reminded': 'Partner reminded',
  'document.added': 'Agreement added',
  'document.changed': 'Agreement changed',
  'document.withdrawn': 'Agreement deleted',
  'document.marked_signed': 'Agreement marked signed',
  'document.scan_added': 'Scan of an agreement added',
  'document.downloaded': 'Agreement downloaded',
  'document.signature_taken_back': 'Mark Signed taken back',
  'task.created': 'Task created',
  'task.changed': 'Task changed',
  'task.deleted': 'Task deleted',
  'task.accepted': 'Task accepted',
  'task.sent_back': 'Task sent back',
  'task.proof_added': 'Proof added to task',
  'task.proof_removed': 'Proof removed from task',
  'task.restored': 'Task restored',
  'activation.created': 'Activation created',
  'activation.changed': 'Activation changed',
  'activation.deleted': 'Activation deleted',
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
  'conversation.note_added': 'Note added',
  'saved_reply.created': 'Saved reply added',
  'saved_reply.changed': 'Saved reply edited',
  'saved_reply.deleted': 'Saved reply deleted',
  'office_hours.changed': 'Office hours changed',
  'session.step_up': 'Identity confirmed',
  'session.ended': 'Session ended',
  'session.reported': 'Sign-in reported',
  'passkey.added': 'Passkey added',
  'passkey.renamed': 'Passkey renamed',
  'passkey.removed': 'Passkey removed',
  'passkey.reset': 'Passkeys reset',
  'recovery_code.created': 'Recovery codes created',
  'recovery_code.used': 'Recovery code used',
  'view.started': 'Viewing as partner started',
  'view.stopped': 'Viewing as partner stopped',
  'export.started': 'Export started',
  'export.ended': 'Export ended',
  'session.signed_in': 'Signed in',
  'session.sign_in_refused': 'Sign-in refused',
  'session.signed_out': 'Signed out',
}

type SubjectOf<Action> = Action extends `${infer Subject}.${string}` ? Subject : never

/** The labels of their subjects, in the plural. */
export const auditSubjectLabels: Record<SubjectOf<AuditAction>, string> = {
  user: 'Users',
  partner: 'Partners',
  document: 'Agreements',
  task: 'Tasks',
  activation: 'Activations',
  resource: 'Files',
  folder: 'Folders',
  conversation: 'Conversations',
  saved_reply: 'Saved replies',
  office_hours: 'Office hours',
  passkey: 'Passkeys',
  recovery_code: 'Recovery codes',
  view: 'View as partner',
  export: 'Exports',
  session: 'Sign-ins and sessions',
}

/** `change`: of something in the portal. `access`: to much at once, or to what others see. `sign_in`: who came and went. */
export const auditKinds = ['change', 'access', 'sign_in'] as const
export const AuditKind = z.enum(auditKinds)
export type AuditKind = z.output<typeof AuditKind>

export const auditKindLabels: Record<AuditKind, string> = {
  change: 'Changes',
  access: 'Views and downloads',
  sign_in: 'Sign-ins and sessions',
}

const subjectKinds: Record<SubjectOf<AuditAction>, AuditKind> = {
  user: 'change',
  partner: 'change',
  document: 'change',
  task: 'change',
  activation: 'change',
  resource: 'change',
  folder: 'change',
  conversation: 'change',
  saved_reply: 'change',
  office_hours: 'change',
  passkey: 'sign_in',
  recovery_code: 'sign_in',
  view: 'access',
  export: 'access',
  session: 'sign_in',
}

/** The kind of an action. */
export const auditKindOf = (action: AuditAction): AuditKind =>
  action === 'document.downloaded' || action === 'user.data_downloaded'
    ? 'access'
    : subjectKinds[action.split('.')[0] as SubjectOf<AuditAction>]

/** The actions of a kind. */
export const actionsOfKind = (kind: AuditKind): AuditAction[] =>
  auditActions.filter((action) => auditKindOf(action) === kind)

/** Why a sign-in was refused. */
export const refusalReasons = [
  'wrong_code',
  'codes_off',
  'other_browser',
  'wrong_passkey',
  'disabled',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

const fields = z.record(z.string(), z.unknown())

export const AuditEvent = z.strictObject({
  id,
  at: isoDate,
  /** The actor at that time; later changes of the user do not change the log. */
  actor: z.strictObject({ id, name: z.string(), email: z.string(), role: Role }),
  action: AuditAction,
  /** Its id, null for a whole list, and its name at that time. */
  subject: z.strictObject({ id: id.nullable(), name: z.string() }),
  /** The changed fields before and after; null where there were or are none. */
  before: fields.nullable(),
  after: fields.nullable(),
})
export type AuditEvent = z.input<typeof AuditEvent>

const filter = {
  /** The actor's id. */
  person: id.optional(),
  action: AuditAction.optional(),
  kind: AuditKind.optional(),
  /** Events of one subject, by id. */
  subject: id.optional(),
  /** Inclusive. */
  from: inputDate.optional(),
  /** Exclusive. */
  until: inputDate.optional(),
}

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  access: 'admin',
  summary: 'What was changed, exported and downloaded, and who signed in, the latest first',
  query: z.strictObject({ ...filter, ...paging }),
  answers: { 200: z.array(AuditEvent) },
})

export const listAuditPeople = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log/people',
  access: 'admin',
  cost: 'search',
  summary: 'Who stands in the audit log, by name, to choose from',
  query: z.strictObject({
    /** Parts of name and email address, all of which must occur. */
    search: optionalText(limits.name),
    /** Only this person. */
    id: id.optional(),
    ...paging,
  }),
  answers: { 200: z.array(z.strictObject({ id, name: z.string(), email: z.string() })) },
})

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log/export',
  access: 'admin',
  cost: 'export',
  stepUp: true,
  summary: 'The same as a CSV file',
  query: z.strictObject(filter),
  answers: {},
})
