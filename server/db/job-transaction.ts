import { sql } from 'drizzle-orm'
import { fromDrizzle } from 'pg-boss'
import type { Executor } from './client.ts'

/** Returns a connection for the job queue that writes in the caller's transaction. */
export const jobTransaction = (db: Executor) => fromDrizzle(db, sql)
