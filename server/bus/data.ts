import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import type { Channel } from './bus.ts'

/** Notifies all processes, this one included, when the transaction commits, in the order of commits. */
export const notify = async (db: Executor, channel: Channel, payload: string) => {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`)
}
