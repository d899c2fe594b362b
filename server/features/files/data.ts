import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { UploadPurpose } from '#contract/files/file-types.ts'
import type { Executor, Transaction } from '#server/db/client.ts'
import { objectUploads } from '#server/db/schema/files.ts'

export type Upload = typeof objectUploads.$inferSelect

// Longer than anyone takes from choosing a file to saving what it is for.
const keptFor = sql`interval '1 day'`

export const createUpload = async (db: Executor, upload: typeof objectUploads.$inferInsert) => {
  const [created] = await db.insert(objectUploads).values(upload).returning()
  if (!created) throw new Error('no upload came back')
  return created
}

/** Lets nobody else ask for an upload of this user until the transaction ends. */
export const holdUploadsOf = async (db: Transaction, userId: string) => {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${userId}`}, 0))`)
}

/** How many of a purpose a user has asked for within a day. */
export const countRecentUploads = (db: Executor, userId: string, purpose: UploadPurpose) =>
  db.$count(
    objectUploads,
    and(
      eq(objectUploads.userId, userId),
      eq(objectUploads.purpose, purpose),
      gt(objectUploads.createdAt, sql`now() - ${keptFor}`),
    ),
  )

export const getOwnUpload = async (
  db: Executor,
  userId: string,
  id: string,
  purpose: UploadPurpose,
): Promise<Upload | undefined> => {
  const [upload] = await db
    .select()
    .from(objectUploads)
    .where(
      and(eq(objectUploads.id, id), eq(objectUploads.userId, userId), eq(objectUploads.purpose, purpose)),
    )
  return upload
}

/** One that has been checked, is recent and that nothing refers to yet. */
export const getUsableUpload = async (
  db: Executor,
  userId: string,
  objectKey: string,
  purpose: UploadPurpose,
) => {
  const [upload] = await db
    .select()
    .from(objectUploads)
    .where(
      and(
        eq(objectUploads.objectKey, objectKey),
        eq(objectUploads.userId, userId),
        eq(objectUploads.purpose, purpose),
        isNotNull(objectUploads.registeredAt),
        isNull(objectUploads.usedAt),
        gt(objectUploads.createdAt, sql`now() - ${keptFor}`),
      ),
    )
  return upload
}

/** False when it was received already. */
export const setReceived = async (db: Executor, id: string) => {
  const received = await db
    .update(objectUploads)
    .set({ receivedAt: new Date() })
    .where(and(eq(objectUploads.id, id), isNull(objectUploads.receivedAt)))
    .returning({ id: objectUploads.id })
  return received.length === 1
}

/**
 * Lets the caller alone check an upload, until `setRegistered` or `endCheck`. False while another is at it; one that has
 * not ended after ten minutes has died.
 */
export const beginCheck = async (db: Executor, id: string) => {
  const begun = await db
    .update(objectUploads)
    .set({ checkingSince: new Date() })
    .where(
      and(
        eq(objectUploads.id, id),
        isNull(objectUploads.registeredAt),
        or(
          isNull(objectUploads.checkingSince),
          lt(objectUploads.checkingSince, sql`now() - interval '10 minutes'`),
        ),
      ),
    )
    .returning({ id: objectUploads.id })
  return begun.length === 1
}

export const endCheck = async (db: Executor, id: string) => {
  await db.update(objectUploads).set({ checkingSince: null }).where(eq(objectUploads.id, id))
}

export const setRegistered = async (
  db: Executor,
  id: string,
  found: { storedSize: number; sha256: string },
) => {
  await db
    .update(objectUploads)
    .set({ ...found, registeredAt: new Date(), checkingSince: null })
    .where(eq(objectUploads.id, id))
}

/** False when something refers to it already, or it has been swept. */
export const setUsed = async (db: Executor, id: string) => {
  const used = await db
    .update(objectUploads)
    .set({ usedAt: new Date() })
    .where(and(eq(objectUploads.id, id), isNull(objectUploads.usedAt)))
    .returning({ id: objectUploads.id })
  return used.length === 1
}

/** The oldest upload whose day is over, locked, so that nothing begins to refer to it meanwhile. */
export const lockOldUpload = async (db: Transaction) => {
  const [upload] = await db
    .select()
    .from(objectUploads)
    .where(lt(objectUploads.createdAt, sql`now() - ${keptFor}`))
    .orderBy(asc(objectUploads.createdAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return upload
}

export const deleteUpload = async (db: Executor, id: string) => {
  await db.delete(objectUploads).where(eq(objectUploads.id, id))
}
