import type { AuditAction } from '#contract/audit-actions.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { auditEntry, insertAuditEvents } from '#server/domain-events/data.ts'

export interface AuditEventInput {
  action: AuditAction
  /** `id` is null for a whole list. */
  subject: { id: string | null; name: string }
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** Records what a user has done. Call it in the transaction of the change: both happen, or neither. */
export const recordAuditEvents = (tx: Executor, actor: Actor, events: AuditEventInput[]) =>
  insertAuditEvents(
    tx,
    events.map((event) => auditEntry(actor, event)),
  )

export const recordAuditEvent = (tx: Executor, actor: Actor, event: AuditEventInput) =>
  recordAuditEvents(tx, actor, [event])
