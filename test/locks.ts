import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Transaction } from '#server/db/client.ts'
import type { TestApp } from './app.ts'

/** Waits until `count` statements wait for a lock. */
export const waitForLockWaits = ({ db }: Pick<TestApp, 'db'>, count: number) =>
  expect
    .poll(
      async () => {
        const { rows } = await db.execute(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length
      },
      { timeout: 20_000 },
    )
    .toBe(count)

/** Runs `begin` while a transaction holds the locks that `lock` takes, releases them, and waits for what `begin` started. */
export const whileLocked = async <T>(
  { db }: Pick<TestApp, 'db'>,
  lock: (tx: Transaction) => Promise<unknown>,
  begin: (tx: Transaction) => Promise<{ begun: Promise<T> }>,
) => {
  const { begun } = await db.transaction(async (tx) => {
    await lock(tx)
    return begin(tx)
  })
  return begun
}
