import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { UploadPurpose } from '#contract/files/file-types.ts'
import type { Executor, Transaction } from '#server/db/client.ts'
import { deleteFrom, findRow, returnedRow } from '#server/db/rows.ts'
import { uploads } from '#server/db/schema/files.ts'
import { deletionLock } from '#server/storage/deletion-lock.ts'

export type Upload = typeof uploads.$inferSelect

// This is longer than the time between choosing a file and saving the form.
const uploadLifetime = sql`interval '1 day'`

export const createUpload = (db: Executor, upload: typeof uploads.$inferInsert) =>
  returnedRow(db.insert(uploads).values(upload).returning())

export const getOwnUpload = (
  db: Executor,
  userId: string,
  id: string,
  purpose: UploadPurpose,
): Promise<Upload | undefined> =>
  findRow(
    db.select().from(uploads),
    and(eq(uploads.id, id), eq(uploads.userId, userId), eq(uploads.purpose, purpose)),
  )

/** A recent upload that has been checked and is not used yet. */
export const getUsableUpload = (db: Executor, userId: string, objectKey: string, purpose: UploadPurpose) =>
  findRow(
    db.select().from(uploads),
    and(
      eq(uploads.objectKey, objectKey),
      eq(uploads.userId, userId),
      eq(uploads.purpose, purpose),
      isNotNull(uploads.registeredAt),
      isNull(uploads.usedAt),
      gt(uploads.createdAt, sql`now() - ${uploadLifetime}`),
    ),
  )

/** Marks an upload as received; returns false when it was received already. */
export const setReceived = async (db: Executor, id: string) => {
  const received = await db
    .update(uploads)
    .set({ receivedAt: new Date() })
    .where(and(eq(uploads.id, id), isNull(uploads.receivedAt)))
    .returning({ id: uploads.id })
  return received.length === 1
}

/**
 * Reserves an upload for checking, until `setRegistered` or `endCheck`. Returns false while another call checks it; a check that
 * has not ended after ten minutes counts as failed.
 */
export const beginCheck = async (db: Executor, id: string) => {
  const begun = await db
    .update(uploads)
    .set({ checkingSince: new Date() })
    .where(
      and(
        eq(uploads.id, id),
        isNull(uploads.registeredAt),
        or(isNull(uploads.checkingSince), lt(uploads.checkingSince, sql`now() - interval '10 minutes'`)),
      ),
    )
    .returning({ id: uploads.id })
  return begun.length === 1
}

export const endCheck = async (db: Executor, id: string) => {
  await db.update(uploads).set({ checkingSince: null }).where(eq(uploads.id, id))
}

export const setRegistered = async (
  db: Executor,
  id: string,
  found: { storedSize: number; sha256: string },
) => {
  await db
    .update(uploads)
    .set({ ...found, registeredAt: new Date(), checkingSince: null })
    .where(eq(uploads.id, id))
}

/** Marks an upload as used; returns false when something refers to it already, or it has been swept. */
export const setUsed = async (db: Executor, id: string) => {
  const used = await db
    .update(uploads)
    .set({ usedAt: new Date() })
    .where(and(eq(uploads.id, id), isNull(uploads.usedAt)))
    .returning({ id: uploads.id })
  return used.length === 1
}

/** Turns files into unused uploads that are older than a day, for the sweep. Creates the rows of uploads that were swept already. */
export const setUnused = async (db: Executor, objectKeys: string[]) => {
  const over = sql`now() - 2 * ${uploadLifetime}`
  const released = { userId: null, fileName: null, usedAt: null, createdAt: over as unknown as Date }
  await db
    .insert(uploads)
    .values(objectKeys.map((objectKey) => ({ objectKey, expiresAt: over as unknown as Date, ...released })))
    .onConflictDoUpdate({ target: uploads.objectKey, set: released })
}

/** Returns the oldest upload that is older than a day, and locks it, so that nothing begins to refer to it. */
export const lockOldUpload = async (db: Transaction) => {
  await db.execute(sql.raw(deletionLock))
  const [upload] = await db
    .select()
    .from(uploads)
    .where(lt(uploads.createdAt, sql`now() - ${uploadLifetime}`))
    .orderBy(asc(uploads.createdAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return upload
}

export const deleteUpload = deleteFrom(uploads)
