import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Database, Executor } from '#server/db/client.ts'
import type { SentEvent } from './receiver.ts'

// The number is arbitrary, but it must be the same in all processes.
const lockKey = 7_223_002

/** Lists all existing events as unsent, and from then on each event when it is recorded. Calling it again has no effect. */
export const startListingUnsent = async (db: Executor) => {
  await db.execute(sql`select start_sending_audit_log()`)
}

/** Makes this connection the one that sends, unless another is. It stays so until it closes. Returns whether it succeeded. */
export const lockSending = async (client: pg.Client) => {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    lockKey,
  ])
  return rows[0]?.locked === true
}

interface UnsentRow {
  position: string
  /** The time of the event; null when the event has been deleted since. */
  at: Date | null
  event: object
}

const eventSql = `json_build_object('id', audit_log.id,
    'actor', json_build_object('id', actor_id, 'name', actor_name, 'email', actor_email, 'role', actor_role),
    'action', action, 'subject', json_build_object('id', subject_id, 'name', subject_name),
    'before', before, 'after', after)`

const listUnsentSql = `
  select audit_log_unsent.position, audit_log.at, ${eventSql} as event
  from audit_log_unsent left join audit_log on audit_log.id = audit_log_unsent.event_id
  order by audit_log_unsent.position limit $1`

const lineOf = (at: Date, event: object) => JSON.stringify({ at: at.toISOString(), ...event })

// Each batch is read into memory; an event has a kilobyte or two.
const batch = 1_000

/** Yields the lines of all events since a time as they are sent, oldest first. */
export async function* readAuditEvents(db: Database, since: Date) {
  let last: { position: string; id: string } | undefined
  for (;;) {
    const after = last ? sql`(at, id) > (${last.position}::timestamptz, ${last.id})` : sql`at >= ${since}`
    // The time is read as text because a JavaScript date would lose its microseconds.
    const { rows } = await db.execute<{ position: string; at: Date; id: string; event: object }>(sql`
      select at::text as position, at, id, ${sql.raw(eventSql)} as event
      from audit_log where ${after} order by audit_log.at, audit_log.id limit ${batch}`)
    for (const { at, event } of rows) yield lineOf(new Date(at), event)
    last = rows.at(-1)
    if (rows.length < batch) return
  }
}

/** Returns the next events to send, in order, and the positions to delete after they were received. */
export const listUnsent = async (client: pg.Client, limit: number) => {
  const { rows } = await client.query<UnsentRow>(listUnsentSql, [limit])
  const events = rows.flatMap(({ at, event }): SentEvent[] => (at ? [{ at, json: lineOf(at, event) }] : []))
  return { positions: rows.map(({ position }) => position), events }
}

export const deleteUnsent = async (client: pg.Client, positions: string[]) => {
  await client.query('delete from audit_log_unsent where position = any($1::bigint[])', [positions])
}
