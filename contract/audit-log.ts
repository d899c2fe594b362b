import { z } from 'zod'
import { auditActions, auditKinds } from './audit-actions.ts'
import { endpoint } from './endpoint.ts'
import { id, inputDate, isoDate, optionalText } from './fields.ts'
import { limits } from './limits.ts'
import { paging } from './paging.ts'
import { Role } from './users/users.ts'

const fields = z.record(z.string(), z.unknown())

export const AuditEvent = z.strictObject({
  id,
  at: isoDate,
  /** The actor as they were at that time. Later changes of the user do not change the log. */
  actor: z.strictObject({ id, name: z.string(), email: z.string(), role: Role }),
  action: z.enum(auditActions),
  /** The id of the subject, null for a whole list, and its name at that time. */
  subject: z.strictObject({ id: id.nullable(), name: z.string() }),
  /** The changed fields before the change; `after` has those after it. Null if there were none. */
  before: fields.nullable(),
  after: fields.nullable(),
})
export type AuditEvent = z.input<typeof AuditEvent>

const filter = {
  /** The id of the actor. */
  person: id.optional(),
  action: z.enum(auditActions).optional(),
  kind: z.enum(auditKinds).optional(),
  /** The id of a subject, to get only its events. */
  subject: id.optional(),
  /** The moment from which to list events, inclusive. */
  from: inputDate.optional(),
  /** The moment until which to list events, exclusive. */
  until: inputDate.optional(),
}

export const listAuditLog = endpoint('GET', '/api/admin/audit-log', {
  access: 'admin',
  byToken: true,
  summary: 'What was changed, exported and downloaded, and who signed in, latest first',
  query: z.strictObject({ ...filter, ...paging }),
  responses: { 200: z.array(AuditEvent) },
})

export const listAuditPeople = endpoint('GET', '/api/admin/audit-log/people', {
  access: 'admin',
  byToken: true,
  cost: 'search',
  summary: 'Everyone in the audit log, by name, to filter by',
  query: z.strictObject({
    /** Parts of the name and email address, all of which must occur. */
    search: optionalText(limits.name),
    /** The id of a user, to get only this one. */
    id: id.optional(),
    ...paging,
  }),
  responses: { 200: z.array(z.strictObject({ id, name: z.string(), email: z.string() })) },
})

export const exportAuditLog = endpoint('GET', '/api/admin/audit-log/export', {
  access: 'admin',
  cost: 'export',
  stepUp: true,
  summary: 'The audit log as a CSV file',
  query: z.strictObject(filter),
  responses: {},
})
