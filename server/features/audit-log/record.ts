import type { AuditAction } from '#contract/audit-log.ts'
import type { Role } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import { insertAuditEvents } from './data.ts'

/** The acting member of staff. */
export interface Actor {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  role: Role
}

export interface AuditEventInput {
  action: AuditAction
  /** `id` is null for a whole list. */
  subject: { id: string | null; name: string }
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

export const nameOf = (person: { firstName: string | null; lastName: string | null; email: string }) =>
  [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email

/** Records a change by a member of staff. Call it in the transaction of the change: both happen, or neither. */
export const recordAuditEvents = (tx: Executor, actor: Actor, events: AuditEventInput[]) =>
  insertAuditEvents(
    tx,
    events.map(({ action, subject, before = null, after = null }) => ({
      actorId: actor.id,
      actorName: nameOf(actor),
      actorEmail: actor.email,
      actorRole: actor.role,
      action,
      subjectId: subject.id,
      subjectName: subject.name,
      before,
      after,
    })),
  )

export const recordAuditEvent = (tx: Executor, actor: Actor, event: AuditEventInput) =>
  recordAuditEvents(tx, actor, [event])
