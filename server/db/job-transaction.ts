import { sql } from 'drizzle-orm'
import { fromDrizzle } from 'pg-boss'
import type { Executor } from './client.ts'

/** Lets the job queue write in the caller's transaction. */
export const jobTransaction = (db: Executor) => fromDrizzle(db, sql)
