import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/fields.ts'
import { fileTypes, uploadPurposes } from '#contract/files/file-types.ts'
import { scanVerdicts } from '#contract/files/held-files.ts'
import { createdAt, enumCheck, primaryId, timestamptz } from './columns.ts'
import { byUser } from './users.ts'

/** The random name of a file in the object store. */
export const objectKey = () => varchar({ length: 64 }).notNull()
/** The SHA-256 of a file's bytes, in hexadecimal. */
export const sha256 = () => varchar({ length: 64 }).notNull()

/**
 * An upload from the moment its address is given. Both names under which its bytes can be stored are known from the start:
 * `id` while they are uploaded, `objectKey` once they are registered. So the sweep finds every unused upload,
 * whatever happened in between.
 */
export const uploads = pgTable(
  'object_uploads',
  {
    id: primaryId(),
    /** Null once that user is deleted. */
    userId: byUser(),
    /** The allowed use: a partner's upload for the chat cannot be used elsewhere. */
    purpose: varchar({ length: 20, enum: uploadPurposes }).notNull().default('library'),
    objectKey: objectKey(),
    fileName: varchar({ length: limits.fileName }),
    /** The announced values; null where none were announced. */
    fileType: varchar({ length: limits.fileType, enum: fileTypes }),
    fileSize: bigint({ mode: 'number' }),
    expiresAt: timestamptz().notNull(),
    /** When the portal had received all bytes; null for uploads to a bucket. */
    receivedAt: timestamptz(),
    /** Since when it is being checked; null otherwise. */
    checkingSince: timestamptz(),
    /** When it was checked, and the result. */
    registeredAt: timestamptz(),
    storedSize: bigint({ mode: 'number' }),
    sha256: varchar({ length: 64 }),
    /** When something began to refer to it. */
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

/** What the virus scanner says of stored files. It has rows only where the portal has a scanner. */
export const fileScans = pgTable(
  'file_scans',
  {
    objectKey: objectKey().primaryKey(),
    verdict: varchar({ length: 10, enum: scanVerdicts }).notNull().default('waiting'),
    /** The scanner's name of what it found. */
    threat: varchar({ length: 200 }),
    /** From before there was a scanner: new files go first. */
    isBacklog: boolean().notNull().default(false),
    /** When a process began to scan it; null before that. */
    attemptedAt: timestamptz(),
    /** When the verdict came. */
    scannedAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [
    index('file_scans_held').on(table.isBacklog, table.createdAt).where(sql`${table.verdict} <> 'clean'`),
    enumCheck('file_scans_verdict_known', table.verdict, scanVerdicts),
  ],
)
