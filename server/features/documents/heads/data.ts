import { asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Executor } from '#server/db/client.ts'
import { findRow, returnedRow } from '#server/db/rows.ts'
import { evidenceHeads, evidenceHeadTimestamps } from '#server/db/schema/evidence.ts'
import { lockKey } from '#server/domain-events/chain/data.ts'
import { firstHash } from '#server/domain-events/chain/event-hash.ts'
import { sha256 } from '#server/sessions/sessions.ts'

// Any number that no other lock of the portal has.
const headsLockKey = 7_223_029

export type Head = typeof evidenceHeads.$inferSelect

/** Returns the hash of a head, which is the hash of its five facts, one per line. */
export const headHash = ({
  day,
  position,
  chains,
  chainsSha256,
  previousSha256,
}: Omit<Head, 'sha256' | 'createdAt'>) =>
  sha256([previousSha256, day, position, chains, chainsSha256, ''].join('\n'))

/**
 * Returns the position of the last event of all chains, or 0 if there is none. All earlier events are committed: transactions that add
 * events share the same lock, and this one waits for them. It waits for five seconds at most, since it makes new transactions wait, too.
 */
export const lastPosition = (db: Database) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = '5s'`)
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
    const { rows } = await tx.execute<{ last: string | null }>(
      sql`select max(position) as last from agreement_events`,
    )
    return Number(rows[0]?.last ?? 0)
  })

/** Returns the number of chains as of an event, and the SHA-256 of their ends: a line `id sequence hash` for each, ordered by id. */
export const chainsAsOf = async (db: Executor, position: number) => {
  const { rows } = await db.execute<{ chains: number; chainsSha256: string }>(sql`
    select count(*)::int as chains,
      encode(sha256(convert_to(coalesce(string_agg(line, '' order by document_id), ''), 'UTF8')), 'hex') as "chainsSha256"
    from (
      select distinct on (document_id) document_id, document_id || ' ' || sequence || ' ' || hash || E'\n' as line
      from agreement_events where position <= ${position} order by document_id, sequence desc
    ) ends`)
  return rows[0] ?? { chains: 0, chainsSha256: '' }
}

/** Locks the heads until the transaction ends, so that they are created one after the other. */
export const lockHeads = async (tx: Executor) => {
  await tx.execute(sql`select pg_advisory_xact_lock(${headsLockKey})`)
}

export const getLastHead = async (db: Executor) => {
  const [head] = await db.select().from(evidenceHeads).orderBy(desc(evidenceHeads.day)).limit(1)
  return head
}

/** The head of a day. */
export const getHead = (db: Executor, day: string) =>
  findRow(db.select().from(evidenceHeads), eq(evidenceHeads.day, day))

/** Adds the head of a day after the last one. */
export const addHead = async (tx: Executor, day: string, position: number): Promise<Head> => {
  const previousSha256 = (await getLastHead(tx))?.sha256 ?? firstHash
  const facts = { day, position, ...(await chainsAsOf(tx, position)), previousSha256 }
  return returnedRow(
    tx
      .insert(evidenceHeads)
      .values({ ...facts, sha256: headHash(facts) })
      .returning(),
  )
}

/** All heads with their timestamps, the oldest first. */
export const listHeads = (db: Executor) =>
  db
    .select({ head: evidenceHeads, timestamp: evidenceHeadTimestamps })
    .from(evidenceHeads)
    .leftJoin(evidenceHeadTimestamps, sql`${evidenceHeadTimestamps.sha256} = ${evidenceHeads.sha256}`)
    .orderBy(asc(evidenceHeads.day))

/** The hashes of heads without a timestamp, the newest first, at most 30. */
export const listUntimed = async (db: Executor) => {
  const rows = await db
    .select({ sha256: evidenceHeads.sha256 })
    .from(evidenceHeads)
    .leftJoin(evidenceHeadTimestamps, sql`${evidenceHeadTimestamps.sha256} = ${evidenceHeads.sha256}`)
    .where(isNull(evidenceHeadTimestamps.sha256))
    .orderBy(desc(evidenceHeads.day))
    .limit(30)
  return rows.map(({ sha256 }) => sha256)
}

export const addTimestamp = async (db: Executor, timestamp: typeof evidenceHeadTimestamps.$inferInsert) => {
  await db.insert(evidenceHeadTimestamps).values(timestamp).onConflictDoNothing()
}
