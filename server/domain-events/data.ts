import { and, eq, sql } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit-actions.ts'
import type { Executor } from '#server/db/client.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { partnerActivities } from '#server/db/schema/partners.ts'
import { type Actor, nameOf } from './actor.ts'
import type { Changes } from './event.ts'

// A row takes eleven of the 65,535 parameters that a statement can have.
const rowsAtOnce = 1000

export type NewActivity = typeof partnerActivities.$inferInsert

/** Inserts lines into the activity of partners. */
export const insertActivities = async (db: Executor, activities: NewActivity[]) => {
  for (let start = 0; start < activities.length; start += rowsAtOnce) {
    await db.insert(partnerActivities).values(activities.slice(start, start + rowsAtOnce))
  }
}

/**
 * Inserts lines into the activity, except those that were already recorded within the last `minutes` for the same partner, with the same
 * type and metadata. Call it under a lock that orders simultaneous calls.
 */
export const insertActivitiesOnce = async (db: Executor, activities: NewActivity[], minutes: number) => {
  for (const { partnerId, activityType, description, metadata = {} } of activities) {
    const json = JSON.stringify(metadata)
    await db.execute(sql`
      insert into ${partnerActivities} (partner_id, activity_type, description, metadata)
      select ${partnerId}::uuid, ${activityType}, ${description}, ${json}::jsonb
      where not exists (
        select from ${partnerActivities} same
        where same.partner_id = ${partnerId}::uuid and same.created_at > now() - make_interval(mins => ${minutes}::int)
          and same.activity_type = ${activityType} and same.metadata = ${json}::jsonb)`)
  }
}

/** An event of the audit log. */
export interface AuditEventInput extends Changes {
  action: AuditAction
  /** The item of the event; its id is null for a whole list. */
  subject: { id: string | null; name: string }
}

/** Returns the row of the audit log. An API token appears under its own id and name, with the email address of the user who created it. */
export const auditEntry = (
  actor: Actor,
  { action, subject, before = null, after = null }: AuditEventInput,
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

export type NewAuditEvent = typeof auditLog.$inferInsert

/** Inserts events into the audit log. An event whose id its recorder chose is inserted only once, however often that is tried. */
export const insertAuditEvents = async (db: Executor, entries: NewAuditEvent[]) => {
  for (let start = 0; start < entries.length; start += rowsAtOnce) {
    await db
      .insert(auditLog)
      .values(entries.slice(start, start + rowsAtOnce))
      .onConflictDoNothing()
  }
}

/**
 * Returns the events except those that the same user did to the same subject within the last `minutes`, according to the audit log. Call it
 * under a lock that orders simultaneous calls.
 */
export const withoutRepeated = async (db: Executor, entries: NewAuditEvent[], minutes: number) => {
  const kept: NewAuditEvent[] = []
  for (const entry of entries) {
    const same = and(
      eq(auditLog.actorId, entry.actorId),
      eq(auditLog.action, entry.action),
      sql`${auditLog.subjectId} = ${entry.subjectId}::uuid`,
      sql`${auditLog.at} > now() - make_interval(mins => ${minutes}::int)`,
    )
    if ((await db.$count(auditLog, same)) === 0) kept.push(entry)
  }
  return kept
}
