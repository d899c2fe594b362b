import { and, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { type AuditAction, type AuditKind, actionsOfKind } from '#contract/audit-actions.ts'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { compared, containsWords } from '#server/db/search.ts'

/** Counts the events of an action that an actor has had within a day. */
export const countAuditEventsOfDay = (
  db: Executor,
  { actorId, action }: { actorId: string; action: AuditAction },
) =>
  db.$count(
    auditLog,
    and(
      eq(auditLog.actorId, actorId),
      eq(auditLog.action, action),
      gte(auditLog.at, sql`now() - interval '1 day'`),
    ),
  )

/** Whether an actor has had an event of an action about a subject within the last `minutes`. */
export const hasRecentEvent = async (
  db: Executor,
  { actorId, action, subjectId }: { actorId: string; action: AuditAction; subjectId: string },
  minutes: number,
) =>
  (await db.$count(
    auditLog,
    and(
      eq(auditLog.subjectId, subjectId),
      eq(auditLog.actorId, actorId),
      eq(auditLog.action, action),
      gte(auditLog.at, sql`now() - make_interval(mins => ${minutes})`),
    ),
  )) > 0

export interface AuditFilter {
  person?: string | undefined
  action?: AuditAction | undefined
  kind?: AuditKind | undefined
  subject?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
}

/** Returns the condition of the listed events. An import is one event; what happened to each of its rows is in the history of the import. */
const listed = (filter: AuditFilter) =>
  and(
    chosen(filter),
    filter.subject === undefined
      ? isNull(auditLog.importId)
      : or(eq(auditLog.subjectId, filter.subject), eq(auditLog.importId, filter.subject)),
  )

const chosen = ({ person, action, kind, from, until }: AuditFilter) =>
  and(
    person === undefined ? undefined : eq(auditLog.actorId, person),
    action && eq(auditLog.action, action),
    kind && inArray(auditLog.action, actionsOfKind(kind)),
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

/** Lists events, latest first, and an import before its rows. */
export const listAuditEvents = (db: Executor, filter: AuditFilter, { page, limit }: Page) => {
  const query = db
    .select(entryColumns)
    .from(auditLog)
    .where(listed(filter))
    .orderBy(desc(auditLog.at), sql`${auditLog.importId} is not null`, desc(auditLog.id))
    .$dynamic()
  return query.limit(limit).offset((page - 1) * limit)
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
  'Import ID': auditLog.importId,
}

export const exportedColumns = Object.keys(exported)

/** Returns the statement that reads the exported columns of the filtered events, also those of the rows of imports, latest first. */
export const auditExportQuery = (db: Executor, filter: AuditFilter) =>
  db
    .select(exported)
    .from(auditLog)
    .where(filter.subject === undefined ? chosen(filter) : listed(filter))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .toSQL()

export const countAuditEvents = (db: Executor, filter: AuditFilter) => db.$count(auditLog, listed(filter))

interface PeopleFilter {
  search?: string | null | undefined
  id?: string | undefined
}

/**
 * Lists the actors in the log by name, each with the latest name, and how many there are. The query jumps from actor to actor through the
 * index, so its cost grows with the number of actors and not with the length of the log.
 */
export const listAuditPeople = async (db: Executor, { search, id }: PeopleFilter, { page, limit }: Page) => {
  const newest = sql`select actor_id as id, actor_name as name, actor_email as email from audit_log`
  const one = sql`(${newest} where actor_id = ${id} order by at desc limit 1)`
  const everyone = sql`
    (${newest} order by actor_id desc, at desc limit 1)
    union all
    select next.* from people, lateral (
      ${newest} where actor_id < people.id order by actor_id desc, at desc limit 1) as next`
  const wanted: SQL = containsWords(compared(sql`name || ' ' || email`), search ?? '') ?? sql`true`
  const { rows } = await db.execute<{ id: string; name: string; email: string; total: number }>(sql`
    with recursive people as (${id === undefined ? everyone : one})
    select id, name, email, count(*) over ()::int as total from people where ${wanted}
    order by lower(name), email, id limit ${limit} offset ${(page - 1) * limit}`)
  return { people: rows.map(({ total: _total, ...person }) => person), total: rows[0]?.total ?? 0 }
}

/** Deletes session events that are older than this many days. Returns how many were deleted. All other events stay. */
export const deleteExpiredSessionEvents = async (db: Executor, days: number) => {
  let deleted = 0
  for (;;) {
    const { rows } = await db.execute<{ count: number }>(
      sql`select delete_expired_session_events(${days}::int) as count`,
    )
    const count = rows[0]?.count ?? 0
    if (count === 0) return deleted
    deleted += count
  }
}
