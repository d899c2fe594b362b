import { z } from 'zod'
import { AuditAction, AuditKind } from './audit-actions.ts'
import { endpoint } from './endpoint.ts'
import { id, inputDate, isoDate, limits, optionalText } from './fields.ts'
import { paging } from './paging.ts'
import { Role } from './users/users.ts'

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

export const listAuditLog = endpoint('GET', '/api/admin/audit-log', {
  access: 'admin',
  byToken: true,
  summary: 'What was changed, exported and downloaded, and who signed in, the latest first',
  query: z.strictObject({ ...filter, ...paging }),
  answers: { 200: z.array(AuditEvent) },
})

export const listAuditPeople = endpoint('GET', '/api/admin/audit-log/people', {
  access: 'admin',
  byToken: true,
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

export const exportAuditLog = endpoint('GET', '/api/admin/audit-log/export', {
  access: 'admin',
  cost: 'export',
  stepUp: true,
  summary: 'The same as a CSV file',
  query: z.strictObject(filter),
  answers: {},
})
