import { and, eq, inArray, ne, notExists, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { HeldVerdict, ScanVerdict } from '#contract/files/held-files.ts'
import type { Executor } from '#server/db/client.ts'
import { chatMessages } from '#server/db/schema/chat.ts'
import { fileScans, uploads } from '#server/db/schema/files.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { resourceFileVersions } from '#server/db/schema/resources.ts'

/** The columns of a held file, for lists that join `fileScans`. */
export const heldColumns = {
  verdict: sql<'waiting' | 'infected'>`${fileScans.verdict}`,
  threat: fileScans.threat,
}

export const isHeld = ne(fileScans.verdict, 'clean')

/** The same in one column, null for a file that is not held. */
export const heldVerdict = sql<HeldVerdict | null>`case when ${isHeld}
  then json_build_object('verdict', ${fileScans.verdict}, 'threat', ${fileScans.threat}) end`

export const createScan = async (db: Executor, objectKey: string) => {
  await db.insert(fileScans).values({ objectKey }).onConflictDoNothing()
}

/** Undefined for a file that no scanner has been given. */
export const getVerdict = async (db: Executor, objectKey: string): Promise<ScanVerdict | undefined> => {
  const [scan] = await db
    .select({ verdict: fileScans.verdict })
    .from(fileScans)
    .where(eq(fileScans.objectKey, objectKey))
  return scan?.verdict
}

export const listClean = async (db: Executor, objectKeys: string[]) => {
  const rows = await db
    .select({ objectKey: fileScans.objectKey })
    .from(fileScans)
    .where(and(inArray(fileScans.objectKey, objectKeys), eq(fileScans.verdict, 'clean')))
  return new Set(rows.map(({ objectKey }) => objectKey))
}

// A scan that has not ended by then was of a process that died, or the scanner refused the file.
const retryAfter = sql`interval '10 minutes'`
// With newer signatures, what was taken for a virus yesterday may be none.
const rescanAfter = sql`interval '20 hours'`

/** Reserves the next file for this process: new ones first, infected ones again once a day. */
export const claimWaiting = async (db: Executor) => {
  const { rows } = await db.execute<{ objectKey: string }>(sql`
    update ${fileScans} set attempted_at = now() where object_key = (
      select object_key from ${fileScans}
      where verdict <> 'clean' and (attempted_at is null or attempted_at < now() - ${retryAfter})
        and (verdict = 'waiting' or scanned_at < now() - ${rescanAfter})
      order by is_backlog, created_at limit 1 for update skip locked
    ) returning object_key as "objectKey"`)
  return rows[0]?.objectKey
}

/** Gives a file back that could not be scanned, so that it is the next again. */
export const releaseClaim = async (db: Executor, objectKey: string) => {
  await db.update(fileScans).set({ attemptedAt: null }).where(eq(fileScans.objectKey, objectKey))
}

export const setVerdict = async (db: Executor, objectKey: string, threat: string | null) => {
  await db
    .update(fileScans)
    .set({
      verdict: threat === null ? 'clean' : 'infected',
      threat: threat?.slice(0, 200),
      scannedAt: sql`now()`,
    })
    .where(eq(fileScans.objectKey, objectKey))
}

export const deleteScan = async (db: Executor, objectKey: string) => {
  await db.delete(fileScans).where(eq(fileScans.objectKey, objectKey))
}

/** Gives the scanner all files from before there was one. */
export const addBacklog = async (db: Executor) => {
  for (const column of fileColumns) {
    const isScanned = db.select({ one: sql`1` }).from(fileScans).where(eq(fileScans.objectKey, column))
    const missing = db
      .select({ objectKey: sql<string>`${column}`.as('object_key') })
      .from(column.table)
      .where(and(sql`${column} is not null`, notExists(isScanned)))
    await db.execute(
      sql`insert into ${fileScans} (object_key, is_backlog)
          select object_key, true from (${missing}) as missing on conflict do nothing`,
    )
  }
}

/** Every column that names a file in the object store which users can open. */
const fileColumns: AnyPgColumn[] = [
  resourceFileVersions.objectKey,
  partnerTasks.filePath,
  chatMessages.filePath,
]

/** What is known of a recent upload. */
export const getUploadOf = async (db: Executor, objectKey: string) => {
  const [upload] = await db
    .select({ fileType: uploads.fileType, userId: uploads.userId })
    .from(uploads)
    .where(eq(uploads.objectKey, objectKey))
  return upload
}
