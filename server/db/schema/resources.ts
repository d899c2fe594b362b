import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { fileTypes } from '#contract/files/file-types.ts'
import { limits } from '#contract/limits.ts'
import { resourceCategories } from '#contract/resources/categories.ts'
import { partnerActivations } from './activations.ts'
import { audience, byView } from './audience.ts'
import { belongsTo, createdAt, enumCheck, primaryId, tsvector, updatedAt } from './columns.ts'
import { objectKey, sha256 } from './files.ts'
import { byUser } from './users.ts'

const category = () => varchar({ length: 20, enum: resourceCategories }).notNull()

export const resourceFolders = pgTable(
  'resource_folders',
  {
    id: primaryId(),
    name: varchar({ length: limits.name }).notNull(),
    description: varchar({ length: limits.description }),
    category: category(),
    createdBy: byUser(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('resource_folders_category').on(table.category, table.name),
    enumCheck('resource_folders_category_known', table.category, resourceCategories),
  ],
)

const fileName = () => varchar({ length: limits.fileName })
const fileType = () => varchar({ length: limits.fileType, enum: fileTypes }).notNull()
/** The column of a file's size in bytes. */
const fileSize = () => bigint({ mode: 'number' }).notNull()

export const resourceFiles = pgTable(
  'resource_files',
  {
    id: primaryId(),
    title: varchar({ length: limits.name }).notNull(),
    description: varchar({ length: limits.description }),
    category: category(),
    folderId: uuid().references(() => resourceFolders.id, { onDelete: 'set null' }),
    /** The address below `/objects/`, the same for every version of the file. */
    filePath: varchar({ length: limits.filePath }).notNull(),
    /** The columns from here to `sha256` describe the current version; they repeat its row in `resource_file_versions`. */
    objectKey: objectKey(),
    fileName: fileName(),
    fileType: fileType(),
    fileSize: fileSize(),
    sha256: sha256(),
    /** The size of the thumbnail in bytes; null while there is none. */
    thumbnailSize: integer(),
    uploadedBy: byUser(),
    isActive: boolean().notNull().default(true),
    downloadCount: integer().notNull().default(0),
    ...audience,
    /** The words of the title (A), of the folder and file name (B) and of the description (C). A trigger maintains them. */
    search: tsvector().notNull().default(sql`''::tsvector`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    byView('resource_files', table.assignedViewId),
    uniqueIndex('resource_files_path_unique').on(table.filePath),
    uniqueIndex('resource_files_object_unique').on(table.objectKey),
    index('resource_files_listing').on(table.category, table.title).where(sql`${table.isActive}`),
    index('resource_files_title').on(table.title, table.id).where(sql`${table.isActive}`),
    index('resource_files_newest')
      .on(table.updatedAt.desc().nullsFirst(), table.id)
      .where(sql`${table.isActive}`),
    index('resource_files_downloads')
      .on(table.downloadCount.desc().nullsFirst(), table.id)
      .where(sql`${table.isActive}`),
    index('resource_files_everyone')
      .on(table.category, table.folderId)
      .where(sql`${table.isActive} and ${table.audience} = '{everyone}'`),
    index('resource_files_withdrawn').on(table.title, table.id).where(sql`not ${table.isActive}`),
    index('resource_files_folder').on(table.folderId),
    index('resource_files_search').using('gin', table.search, table.audience).where(sql`${table.isActive}`),
    enumCheck('resource_files_category_known', table.category, resourceCategories),
    enumCheck('resource_files_type_known', table.fileType, fileTypes),
    check('resource_files_size_positive', sql`${table.fileSize} >= 0`),
    check('resource_files_downloads_positive', sql`${table.downloadCount} >= 0`),
  ],
)

/** All versions of files, including the current ones. Rows are only ever added. */
export const resourceFileVersions = pgTable(
  'resource_file_versions',
  {
    id: primaryId(),
    resourceId: belongsTo(() => resourceFiles.id),
    objectKey: objectKey(),
    fileName: fileName(),
    fileType: fileType(),
    fileSize: fileSize(),
    sha256: sha256(),
    uploadedBy: byUser(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('resource_file_versions_object_unique').on(table.objectKey),
    index('resource_file_versions_resource').on(table.resourceId, table.createdAt),
    enumCheck('resource_file_versions_type_known', table.fileType, fileTypes),
  ],
)

export const resourceDownloads = pgTable(
  'resource_downloads',
  {
    id: primaryId(),
    resourceId: belongsTo(() => resourceFiles.id),
    userId: byUser(),
    downloadedAt: createdAt(),
  },
  (table) => [
    index('resource_downloads_resource').on(table.resourceId, table.downloadedAt),
    index('resource_downloads_user').on(table.userId, table.resourceId, table.downloadedAt),
    index('resource_downloads_time').on(table.downloadedAt, table.userId),
  ],
)

/**
 * The words without digits in the search text of files, with which the search corrects mistyped words. A trigger adds words, and the
 * sweep deletes words that no file contains any more.
 */
export const resourceWords = pgTable('resource_words', { word: text().primaryKey() }, (table) => [
  index('resource_words_likeness').using('gist', table.word.op('gist_trgm_ops')),
  index('resource_words_beginning').on(table.word.op('text_pattern_ops')),
])

/** The files of the library that an activation needs. */
export const activationResources = pgTable(
  'activation_resources',
  {
    activationId: belongsTo(() => partnerActivations.id),
    resourceId: belongsTo(() => resourceFiles.id),
  },
  (table) => [
    primaryKey({ columns: [table.activationId, table.resourceId] }),
    index('activation_resources_resource').on(table.resourceId),
  ],
)
