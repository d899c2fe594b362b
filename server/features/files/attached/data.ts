import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { FileType } from '#contract/files/file-types.ts'
import { maxRows } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { fileScans } from '#server/db/schema/files.ts'
import { isQuarantined, newestQuarantinedFirst, quarantineColumns } from '../scans/data.ts'

/** A table of which each row has at most one file. */
type Table = PgTable &
  Record<'partnerId' | 'filePath' | 'fileName' | 'fileType' | 'fileSize' | 'fileSha256', PgColumn>

/** Returns the columns of a row's file as a stored file. `otherwise` is its title without a name. */
export const attachedFileColumns = (table: Table, otherwise: string) => ({
  title: sql<string>`coalesce(${table.fileName}, ${otherwise})`,
  objectKey: sql<string>`${table.filePath}`,
  fileType: sql<FileType>`${table.fileType}`,
  fileSize: sql<number>`${table.fileSize}`.mapWith(Number),
  sha256: sql<string>`${table.fileSha256}`,
  thumbnailSize: sql<null>`null`,
})

/** Lists the quarantined files of a partner's rows, or of all partners for null. */
export const listQuarantinedOf = (db: Executor, table: Table, partnerId: string | null) =>
  db
    .select({ filePath: fileScans.objectKey, ...quarantineColumns })
    .from(fileScans)
    .innerJoin(table as PgTable, eq(table.filePath, fileScans.objectKey))
    .where(and(isQuarantined, partnerId === null ? undefined : eq(table.partnerId, partnerId)))
    .orderBy(...newestQuarantinedFirst)
    .limit(maxRows)

/** Lists the paths of the files of a partner's rows. */
export const listAttachedFiles = async (db: Executor, table: Table, partnerId: string) => {
  const found = await db
    .select({ path: sql<string>`${table.filePath}` })
    .from(table as PgTable)
    .where(and(eq(table.partnerId, partnerId), isNotNull(table.filePath)))
  return found.map(({ path }) => path)
}

/** The columns of a row whose file is deleted. */
export const noFile = { filePath: null, fileName: null, fileType: null, fileSize: null, fileSha256: null }
