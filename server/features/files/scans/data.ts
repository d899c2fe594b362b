import { and, asc, desc, eq, inArray, isNotNull, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, unionAll } from 'drizzle-orm/pg-core'
import type { QuarantineVerdict, ScanVerdict } from '#contract/files/quarantined-files.ts'
import type { Executor } from '#server/db/client.ts'
import { chatMessages } from '#server/db/schema/chat.ts'
import { fileScans, uploads } from '#server/db/schema/files.ts'
import { partnerDocuments, partnerTasks } from '#server/db/schema/partners.ts'
import { activationPhotos } from '#server/db/schema/recaps.ts'
import { resourceFileVersions } from '#server/db/schema/resources.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { taskProofs } from '#server/db/schema/tasks.ts'

/** The columns of a quarantined file, for lists that join `fileScans`. */
export const quarantineColumns = {
  verdict: sql<'waiting' | 'infected'>`${fileScans.verdict}`,
  threat: fileScans.threat,
}

export const isQuarantined = ne(fileScans.verdict, 'clean')

export const newestQuarantinedFirst = [desc(fileScans.createdAt), asc(fileScans.objectKey)]

/** The verdict and the threat of a quarantined file in one column; null for a file that is not quarantined. */
export const quarantineVerdict = sql<QuarantineVerdict | null>`case when ${isQuarantined}
  then json_build_object('verdict', ${fileScans.verdict}, 'threat', ${fileScans.threat}) end`

export const createScan = async (db: Executor, objectKey: string, verdict: ScanVerdict = 'waiting') => {
  await db.insert(fileScans).values({ objectKey, verdict }).onConflictDoNothing()
}

/** Returns the verdict on a file; undefined for a file that was never queued for a scanner. */
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

// If a scan has not ended by then, its process has died.
const retryAfter = sql`interval '10 minutes'`
// With newer signatures, the scanner may find that what looked like a virus yesterday is clean.
const rescanAfter = sql`interval '20 hours'`

/** Reserves the next file for this process: new ones first, infected and refused ones again once a day. */
export const claimWaiting = async (db: Executor) => {
  const { rows } = await db.execute<{ objectKey: string }>(sql`
    update ${fileScans} set attempted_at = now() where object_key = (
      select object_key from ${fileScans}
      where verdict <> 'clean' and (attempted_at is null or attempted_at < now() - ${retryAfter})
        and (scanned_at is null or scanned_at < now() - ${rescanAfter})
      order by is_backlog, created_at limit 1 for update skip locked
    ) returning object_key as "objectKey"`)
  return rows[0]?.objectKey
}

/** Releases a file that could not be scanned, so that it is the next one again. */
export const releaseClaim = async (db: Executor, objectKey: string) => {
  await db.update(fileScans).set({ attemptedAt: null }).where(eq(fileScans.objectKey, objectKey))
}

/** Records that the scanner refuses a file because of its settings. The file keeps waiting. */
export const setRefused = async (db: Executor, objectKey: string) => {
  await db.update(fileScans).set({ scannedAt: sql`now()` }).where(eq(fileScans.objectKey, objectKey))
}

export const setVerdict = async (db: Executor, objectKey: string, threat: string | null) => {
  await db
    .update(fileScans)
    .set({
      verdict: threat === null ? 'clean' : 'infected',
      threat: threat?.slice(0, 200) ?? null,
      scannedAt: sql`now()`,
    })
    .where(eq(fileScans.objectKey, objectKey))
}

export const deleteScan = async (db: Executor, objectKey: string) => {
  await db.delete(fileScans).where(eq(fileScans.objectKey, objectKey))
}

/** Queues all files from before there was a scanner, and those that the scanner has refused. */
export const addBacklog = async (db: Executor) => {
  await db
    .update(fileScans)
    .set({ scannedAt: null, attemptedAt: null })
    .where(and(eq(fileScans.verdict, 'waiting'), isNotNull(fileScans.scannedAt)))
  for (const [column, isThere] of fileColumns) {
    const isScanned = db.select({ one: sql`1` }).from(fileScans).where(eq(fileScans.objectKey, column))
    const missing = db
      .select({ objectKey: sql<string>`${column}`.as('object_key') })
      .from(column.table)
      .where(and(isThere, notExists(isScanned)))
    await db.execute(
      sql`insert into ${fileScans} (object_key, is_backlog)
          -- Sorted, since two processes that start at once could deadlock in another order.
          select object_key, true from (${missing}) as missing order by object_key on conflict do nothing`,
    )
  }
}

/** The columns that name files in the object store that users can open, or are about to refer to. */
const fileColumns: [AnyPgColumn, SQL][] = [
  [resourceFileVersions.objectKey, isNotNull(resourceFileVersions.objectKey)],
  [partnerTasks.filePath, isNotNull(partnerTasks.filePath)],
  [taskDefinitions.filePath, isNotNull(taskDefinitions.filePath)],
  [taskProofs.filePath, isNotNull(taskProofs.filePath)],
  [activationPhotos.filePath, isNotNull(activationPhotos.filePath)],
  [partnerDocuments.documentPath, isNotNull(partnerDocuments.documentPath)],
  [chatMessages.filePath, isNotNull(chatMessages.filePath)],
  [uploads.objectKey, isNotNull(uploads.registeredAt)],
]

/** Returns who uploaded a file, and its type if it may have a thumbnail. The row of an upload is deleted after a day; other rows stay. */
export const getUploadOf = async (db: Executor, objectKey: string) => {
  const upload = db
    .select({ fileType: uploads.fileType, userId: uploads.userId })
    .from(uploads)
    .where(eq(uploads.objectKey, objectKey))
  const version = db
    .select({ fileType: resourceFileVersions.fileType, userId: resourceFileVersions.uploadedBy })
    .from(resourceFileVersions)
    .where(eq(resourceFileVersions.objectKey, objectKey))
  const message = db
    .select({ fileType: chatMessages.fileType, userId: chatMessages.senderId })
    .from(chatMessages)
    .where(eq(chatMessages.filePath, objectKey))
  const proof = db
    .select({ fileType: taskProofs.fileType, userId: taskProofs.uploadedBy })
    .from(taskProofs)
    .where(eq(taskProofs.filePath, objectKey))
  const [found] = await unionAll(upload, version, message, proof)
  return found
}
