import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { fileTypes, uploadPurposes } from '#contract/files/file-types.ts'
import { scanVerdicts } from '#contract/files/quarantined-files.ts'
import { limits } from '#contract/limits.ts'
import { createdAt, enumCheck, primaryId, timestamptz } from './columns.ts'
import { byUser } from './users.ts'

/** The random name of a file in the object store. */
export const objectKey = () => varchar({ length: 64 }).notNull()
/** The SHA-256 of a file's bytes, in hexadecimal. */
export const sha256 = () => varchar({ length: 64 }).notNull()

/**
 * An upload, from the moment its address is requested. Both names under which its bytes can be stored are known from the start: `id`
 * during the upload, `objectKey` after registration. The sweep can therefore find every unused upload, whatever happened in between.
 */
export const uploads = pgTable(
  'object_uploads',
  {
    id: primaryId(),
    /** The user who uploads the file; null once that user is deleted. */
    userId: byUser(),
    /** The only allowed use of the file. For example, a partner's upload for the chat cannot be used elsewhere. */
    purpose: varchar({ length: 20, enum: uploadPurposes }).notNull().default('library'),
    objectKey: objectKey(),
    fileName: varchar({ length: limits.fileName }),
    /** The type that the client announced; `fileSize` is the announced size. Null if nothing was announced. */
    fileType: varchar({ length: limits.fileType, enum: fileTypes }),
    fileSize: bigint({ mode: 'number' }),
    expiresAt: timestamptz().notNull(),
    /** When the portal had received all bytes; null for an upload to a bucket. */
    receivedAt: timestamptz(),
    /** When the running check of the file began; null if no check is running. */
    checkingSince: timestamptz(),
    /** When the file was checked; `storedSize` and `sha256` are the result. */
    registeredAt: timestamptz(),
    storedSize: bigint({ mode: 'number' }),
    sha256: varchar({ length: 64 }),
    /** When a row first referred to the file. */
    usedAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('object_uploads_object_unique').on(table.objectKey),
    index('object_uploads_user').on(table.userId),
    index('object_uploads_created').on(table.createdAt),
    enumCheck('object_uploads_type_known', table.fileType, fileTypes),
    enumCheck('object_uploads_purpose_known', table.purpose, uploadPurposes),
  ],
)

/** The virus scanner's verdict on stored files. The table has rows only if the portal has a scanner. */
export const fileScans = pgTable(
  'file_scans',
  {
    objectKey: objectKey().primaryKey(),
    verdict: varchar({ length: 10, enum: scanVerdicts }).notNull().default('waiting'),
    /** The scanner's name for the threat that it found. */
    threat: varchar({ length: 200 }),
    /** Whether the file is older than the scanner. New files are scanned first. */
    isBacklog: boolean().notNull().default(false),
    /** When a process began to scan the file; null before that. */
    attemptedAt: timestamptz(),
    /** When the scanner returned the verdict. */
    scannedAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [
    index('file_scans_held').on(table.isBacklog, table.createdAt).where(sql`${table.verdict} <> 'clean'`),
    enumCheck('file_scans_verdict_known', table.verdict, scanVerdicts),
  ],
)
