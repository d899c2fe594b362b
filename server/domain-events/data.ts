import type { AuditAction } from '#contract/audit-actions.ts'
import type { Executor } from '#server/db/client.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { partnerActivities } from '#server/db/schema/partners.ts'
import { type Actor, nameOf } from './actor.ts'
import type { Changes } from './event.ts'

// Eleven parameters a row, of the 65,535 that a statement can have.
const rowsAtOnce = 1000

export type NewActivity = typeof partnerActivities.$inferInsert

/** Inserts lines of the activity of partners. */
export const insertActivities = async (db: Executor, activities: NewActivity[]) => {
  for (let start = 0; start < activities.length; start += rowsAtOnce) {
    await db.insert(partnerActivities).values(activities.slice(start, start + rowsAtOnce))
  }
}

/** The row of the audit log. A token stands there under its own id and name, and with the email address of who created it. */
export const auditEntry = (
  actor: Actor,
  {
    action,
    subject,
    before = null,
    after = null,
  }: Changes & { action: AuditAction; subject: { id: string | null; name: string } },
) => ({
  actorId: actor.apiToken?.id ?? actor.id,
  actorName: actor.apiToken ? `${actor.apiToken.name} (API token)` : nameOf(actor),
  actorEmail: actor.email,
  actorRole: actor.role,
  action,
  subjectId: subject.id,
  subjectName: subject.name,
  before,
  after,
})

/** Inserts events of the audit log. */
export const insertAuditEvents = async (db: Executor, entries: (typeof auditLog.$inferInsert)[]) => {
  for (let start = 0; start < entries.length; start += rowsAtOnce) {
    await db.insert(auditLog).values(entries.slice(start, start + rowsAtOnce))
  }
}

/** Inserts an event whose id its recorder has chosen: once, however often that is tried. */
export const insertAuditEvent = async (
  db: Executor,
  entry: typeof auditLog.$inferInsert & { id: string },
) => {
  await db.insert(auditLog).values(entry).onConflictDoNothing()
}
