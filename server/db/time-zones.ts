import { sql } from 'drizzle-orm'
import { noTimeZone } from '#contract/fields.ts'
import { wrongField } from '#server/http/app-error.ts'
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
