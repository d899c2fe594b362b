import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { SealPart } from '#contract/documents/evidence.ts'
import type { Executor } from '#server/db/client.ts'
import { findRow } from '#server/db/rows.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { documentSeals, signingCertificates } from '#server/db/schema/evidence.ts'
import { pick } from '#server/pick.ts'

/** One of the seals of an agreement. */
export interface SealKey {
  documentId: string
  part: SealPart
}

const isSeal = ({ documentId, part }: SealKey) =>
  and(eq(documentSeals.documentId, documentId), eq(documentSeals.part, part))

/** Has an agreement sealed, which has just been signed, by its partner or by the company. */
export const requestSeal = async (tx: Executor, seal: SealKey & { emailId: string | null }) => {
  await tx.insert(documentSeals).values(seal)
}

const isDue = lte(documentSeals.dueAt, sql`now()`)

// The chain in the PDF with both signatures names the seal of the first.
const isNext = sql`(${documentSeals.part} = 'signature' or exists (
  select from document_seals as first
  where first.document_id = ${documentSeals.documentId} and first.part = 'signature' and first.sealed_at is not null))`

/** The seal that has waited longest, that of the partner's signature before that of the company's, locked until the transaction ends; others pass over it meanwhile. */
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

/** The same for a sealed one that still needs its timestamp. */
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

/** Tries again after a while: five seconds at first, twice as long each time, five minutes at most. */
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

/** The seal of the partner's signature, or of another part. */
export const getSeal = (db: Executor, documentId: string, part: SealPart = 'signature') =>
  findRow(db.select().from(documentSeals), isSeal({ documentId, part }))

/** How many agreements have waited for their seal for so many minutes, and why the one that has waited longest does. */
export const countOverdueSeals = async (db: Executor, minutes: number) => {
  const { rows } = await db.execute<{ count: number; failure: string | null }>(sql`
    select count(*)::int as count, (array_agg(failure order by requested_at))[1] as failure from document_seals
    where sealed_at is null and failures > 0 and requested_at < now() - make_interval(mins => ${minutes})`)
  return rows[0] ?? { count: 0, failure: null }
}

// Any number: it only has to be the same everywhere.
const reportLockKey = 7_223_028

/** Of several processes one reports. */
export const lockReports = async (tx: Executor) => {
  await tx.execute(sql`select pg_advisory_xact_lock(${reportLockKey})`)
}

/** Whether an email of a type was written within a day. */
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
