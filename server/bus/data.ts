import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import type { Channel } from './bus.ts'

/** Tells all processes, this one too, exactly if the transaction commits, and in the order of commits. */
export const notify = async (db: Executor, channel: Channel, payload: string) => {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`)
}
