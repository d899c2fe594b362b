import { sql } from 'drizzle-orm'
import { notificationDays } from '#contract/limits.ts'
import type { Executor } from '#server/db/client.ts'

// Each statement deletes so few rows that it does not hold locks for long.
const deletedAtOnce = 5_000

/** Deletes the notifications and weekly digests that are older than what the bell shows. */
export const deleteOldNotifications = async (db: Executor) => {
  for (const table of ['notifications', 'weekly_digests']) {
    let deleted: number
    do {
      const result = await db.execute(sql`
        delete from ${sql.identifier(table)} where ctid = any(array(
          select ctid from ${sql.identifier(table)} where created_at < now() - make_interval(days => ${notificationDays})
          order by created_at limit ${deletedAtOnce}))`)
      deleted = result.rowCount ?? 0
    } while (deleted === deletedAtOnce)
  }
}
