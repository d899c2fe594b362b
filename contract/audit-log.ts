import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, isoDate } from './fields.ts'
import { paging } from './paging.ts'
import { Role } from './users/users.ts'

/** What staff can change: the subject and the action. */
export const auditActions = [
  'user.created',
  'user.role_changed',
  'user.group_changed',
  'user.disabled',
  'user.enabled',
  'user.invited',
  'partner.created',
  'partner.changed',
  'document.added',
  'document.marked_signed',
  'task.created',
  'task.changed',
  'task.deleted',
  'activation.created',
  'activation.changed',
  'activation.deleted',
  'resource.created',
  'resource.changed',
  'resource.file_replaced',
  'resource.deleted',
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
  'view.started',
  'view.stopped',
] as const
export const AuditAction = z.enum(auditActions)
export type AuditAction = z.output<typeof AuditAction>

/** Their labels. */
export const auditActionLabels: Record<AuditAction, string> = {
  'user.created': 'User added',
  'user.role_changed': 'Role changed',
  'user.group_changed': 'Group changed',
  'user.disabled': 'User disabled',
  'user.enabled': 'User enabled',
  'user.invited': 'Invitation resent',
  'partner.created': 'Partner added',
  'partner.changed': 'Partner edited',
  'document.added': 'Agreement added',
  'document.marked_signed': 'Agreement marked signed',
  'task.created': 'Task created',
  'task.changed': 'Task changed',
  'task.deleted': 'Task deleted',
  'activation.created': 'Activation created',
  'activation.changed': 'Activation changed',
  'activation.deleted': 'Activation deleted',
  'resource.created': 'File added',
  'resource.changed': 'File edited',
  'resource.file_replaced': 'File replaced',
  'resource.deleted': 'File deleted',
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
  'view.started': 'Viewing as partner started',
  'view.stopped': 'Viewing as partner stopped',
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
  view: 'View as partner',
}

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
  /** Events of one subject, by id. */
  subject: id.optional(),
  /** Inclusive. */
  from: isoDate.optional(),
  /** Exclusive. */
  until: isoDate.optional(),
}

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  access: 'admin',
  summary: 'What staff have changed, the latest first',
  query: z.strictObject({ ...filter, ...paging }),
  answers: { 200: z.array(AuditEvent) },
})

export const listAuditPeople = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log/people',
  access: 'admin',
  summary: 'Who stands in the audit log, by name, to choose from',
  answers: { 200: z.array(z.strictObject({ id, name: z.string(), email: z.string() })) },
})

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log/export',
  access: 'admin',
  summary: 'The same as a CSV file',
  query: z.strictObject(filter),
  answers: {},
})
