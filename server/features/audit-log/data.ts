import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit-log.ts'
import type { Executor } from '#server/db/client.ts'
import { auditLog } from '#server/db/schema/audit.ts'

// Eleven parameters a row, of the 65,535 that a statement can have.
const rowsAtOnce = 1000

export const insertAuditEvents = async (db: Executor, entries: (typeof auditLog.$inferInsert)[]) => {
  for (let start = 0; start < entries.length; start += rowsAtOnce) {
    await db.insert(auditLog).values(entries.slice(start, start + rowsAtOnce))
  }
}

export interface AuditFilter {
  person?: string | undefined
  action?: AuditAction | undefined
  subject?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
}

const chosen = ({ person, action, subject, from, until }: AuditFilter) =>
  and(
    person === undefined ? undefined : eq(auditLog.actorId, person),
    action && eq(auditLog.action, action),
    subject === undefined ? undefined : eq(auditLog.subjectId, subject),
    from && gte(auditLog.at, from),
    until && lt(auditLog.at, until),
  )

const entryColumns = {
  id: auditLog.id,
  at: auditLog.at,
  actor: {
    id: auditLog.actorId,
    name: auditLog.actorName,
    email: auditLog.actorEmail,
    role: auditLog.actorRole,
  },
  action: auditLog.action,
  subject: { id: auditLog.subjectId, name: auditLog.subjectName },
  before: auditLog.before,
  after: auditLog.after,
}

/** The latest first. */
export const listAuditEvents = (
  db: Executor,
  filter: AuditFilter,
  { page = 1, limit }: { page?: number | undefined; limit?: number | undefined } = {},
) => {
  const query = db
    .select(entryColumns)
    .from(auditLog)
    .where(chosen(filter))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .$dynamic()
  return limit === undefined ? query : query.limit(limit).offset((page - 1) * limit)
}

const exported = {
  Time: auditLog.at,
  Person: auditLog.actorName,
  Email: auditLog.actorEmail,
  Role: auditLog.actorRole,
  Action: auditLog.action,
  Subject: auditLog.subjectName,
  'Subject ID': auditLog.subjectId,
  Before: sql`${auditLog.before}::text`,
  After: sql`${auditLog.after}::text`,
}

export const exportedColumns = Object.keys(exported)

/** The statement that reads these columns of the filtered events, the latest first. */
export const auditExportQuery = (db: Executor, filter: AuditFilter) =>
  db
    .select(exported)
    .from(auditLog)
    .where(chosen(filter))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .toSQL()

export const countAuditEvents = (db: Executor, filter: AuditFilter) => db.$count(auditLog, chosen(filter))

/**
 * The users who appear in the log, each with the newest name. Steps from user to user through the index: it costs as much as
 * there are users, however long the log is.
 */
export const listAuditPeople = async (db: Executor) => {
  const newest = sql`select actor_id as id, actor_name as name, actor_email as email from audit_log`
  const { rows } = await db.execute<{ id: string; name: string; email: string }>(sql`
    with recursive people as (
      (${newest} order by actor_id desc, at desc limit 1)
      union all
      select next.* from people, lateral (
        ${newest} where actor_id < people.id order by actor_id desc, at desc limit 1) as next)
    select id, name, email from people`)
  return rows
}
