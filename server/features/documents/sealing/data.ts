import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { SealPart } from '#contract/documents/evidence.ts'
import type { Executor } from '#server/db/client.ts'
import { findRow } from '#server/db/rows.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { documentSeals, signingCertificates } from '#server/db/schema/evidence.ts'
import { pick } from '#server/pick.ts'

/** Identifies one of the seals of an agreement. */
export interface SealKey {
  documentId: string
  part: SealPart
}

const isSeal = ({ documentId, part }: SealKey) =>
  and(eq(documentSeals.documentId, documentId), eq(documentSeals.part, part))

/** Requests a seal for an agreement that its partner or the company has just signed. */
export const requestSeal = async (tx: Executor, seal: SealKey & { emailId: string | null }) => {
  await tx.insert(documentSeals).values(seal)
}

const isDue = lte(documentSeals.dueAt, sql`now()`)

// The PDF with both signatures contains the event of the first seal, so the first seal must exist before.
const isNext = sql`(${documentSeals.part} = 'signature' or exists (
  select from document_seals as first
  where first.document_id = ${documentSeals.documentId} and first.part = 'signature' and first.sealed_at is not null))`

/** Locks the seal that has been due longest until the transaction ends, and returns it. Other transactions skip it meanwhile. */
export const lockDueSeal = async (tx: Executor) => {
  const [due] = await tx
    .select()
    .from(documentSeals)
    .where(and(isNull(documentSeals.sealedAt), isDue, isNext))
    .orderBy(asc(documentSeals.dueAt), asc(documentSeals.documentId))
    .limit(1)
    .for('no key update', { skipLocked: true })
  return due
}

/** Locks, like `lockDueSeal`, the seal that has waited longest for its missing timestamp, and returns it. */
export const lockDueTimestamp = async (tx: Executor) => {
  const [due] = await tx
    .select(pick(documentSeals, 'documentId', 'part', 'sha256'))
    .from(documentSeals)
    .where(and(eq(documentSeals.timestamp, 'missing'), isDue))
    .orderBy(asc(documentSeals.dueAt), asc(documentSeals.documentId))
    .limit(1)
    .for('no key update', { skipLocked: true })
  return due
}

type Seal = typeof documentSeals.$inferInsert

export const updateSeal = async (db: Executor, seal: SealKey, change: Partial<Seal>) => {
  await db.update(documentSeals).set(change).where(isSeal(seal))
}

/** Records a failure and postpones the next attempt: by five seconds at first, then twice as long each time, up to five minutes. */
export const postpone = async (db: Executor, seal: SealKey, failure: string) => {
  await db
    .update(documentSeals)
    .set({
      failures: sql`${documentSeals.failures} + 1`,
      failure,
      dueAt: sql`now() + least(interval '5 minutes', interval '5 seconds' * power(2, least(${documentSeals.failures}, 10)))`,
    })
    .where(isSeal(seal))
}

/** Returns the seal of the partner's signature, or of the given part. */
export const getSeal = (db: Executor, documentId: string, part: SealPart = 'signature') =>
  findRow(db.select().from(documentSeals), isSeal({ documentId, part }))

/** Returns the number of failed seals that have waited for `minutes`, and the error of the one that has waited longest. */
export const countOverdueSeals = async (db: Executor, minutes: number) => {
  const { rows } = await db.execute<{ count: number; failure: string | null }>(sql`
    select count(*)::int as count, (array_agg(failure order by requested_at))[1] as failure from document_seals
    where sealed_at is null and failures > 0 and requested_at < now() - make_interval(mins => ${minutes})`)
  return rows[0] ?? { count: 0, failure: null }
}

// This number is arbitrary, but the same in every process.
const reportLockKey = 7_223_028

/** Locks reporting until the transaction ends, so that only one of several processes reports. */
export const lockReports = async (tx: Executor) => {
  await tx.execute(sql`select pg_advisory_xact_lock(${reportLockKey})`)
}

/** Whether an email of this type was logged within the last day. */
export const wasReported = async (db: Executor, type: string) => {
  const isRecent = gt(emailNotificationLogs.createdAt, sql`now() - interval '1 day'`)
  return (await db.$count(emailNotificationLogs, and(eq(emailNotificationLogs.type, type), isRecent))) > 0
}

/** Records a certificate that agreements are sealed with. */
export const addCertificate = async (
  db: Executor,
  certificate: Pick<typeof signingCertificates.$inferInsert, 'sha256' | 'certificate'>,
) => {
  await db.insert(signingCertificates).values(certificate).onConflictDoNothing()
}
