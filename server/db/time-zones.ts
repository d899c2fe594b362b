import { sql } from 'drizzle-orm'
import { noTimeZone } from '#contract/fields.ts'
import { orNotFound, wrongField } from '#server/http/app-error.ts'
import type { Executor } from './client.ts'

/**
 * Checks that the database knows a time zone in which it is to compute times. Its list of zones may be older than that of the contract.
 * @throws AppError `bad_request` for `field`
 */
export const requireZone = async (db: Executor, field: string, timeZone: string | null | undefined) => {
  if (!timeZone) return
  const { rowCount } = await db.execute(sql`select from pg_timezone_names where name = ${timeZone}`)
  if (rowCount !== 1) throw wrongField(field, noTimeZone)
}

/** Returns today's date in a user's time zone, `YYYY-MM-DD`, by the database's clock. */
export const getTodayOf = async (db: Executor, userId: string) => {
  const { rows } = await db.execute<{ today: string }>(
    sql`select to_char(local_time(now(), time_zone), 'YYYY-MM-DD') as today from users where id = ${userId}`,
  )
  return orNotFound(rows[0]).today
}
