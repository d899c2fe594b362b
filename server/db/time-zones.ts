import { sql } from 'drizzle-orm'
import { noTimeZone } from '#contract/fields.ts'
import { orNotFound, wrongField } from '#server/http/app-error.ts'
import type { Executor } from './client.ts'

/**
 * Checks that the database knows a zone whose times it is to compute. Its table of zones may be older than that of the contract.
 * @throws AppError `bad_request` for `field`
 */
export const requireZone = async (db: Executor, field: string, timeZone: string | null | undefined) => {
  if (!timeZone) return
  const { rowCount } = await db.execute(sql`select from pg_timezone_names where name = ${timeZone}`)
  if (rowCount !== 1) throw wrongField(field, noTimeZone)
}

/** The day by the database's clock where a user is, `YYYY-MM-DD`. */
export const getTodayOf = async (db: Executor, userId: string) => {
  const { rows } = await db.execute<{ today: string }>(
    sql`select to_char(local_time(now(), time_zone), 'YYYY-MM-DD') as today from users where id = ${userId}`,
  )
  return orNotFound(rows[0]).today
}
