import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/fields.ts'
import { resourceCategories } from '#contract/resources.ts'
import { createdAt, oneOf, primaryId, updatedAt } from './columns.ts'
import { audience } from './partners.ts'
import { users } from './people.ts'

const category = () => varchar({ length: 20, enum: resourceCategories }).notNull()

export const resourceFolders = pgTable(
  'resource_folders',
  {
    id: primaryId(),
    name: varchar({ length: limits.name }).notNull(),
    description: varchar({ length: limits.description }),
    category: category(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('resource_folders_category').on(table.category, table.name),
    oneOf('resource_folders_category_known', table.category, resourceCategories),
  ],
)

export const resourceFiles = pgTable(
  'resource_files',
  {
    id: primaryId(),
    title: varchar({ length: limits.name }).notNull(),
    description: varchar({ length: limits.description }),
    category: category(),
    folderId: uuid().references(() => resourceFolders.id, { onDelete: 'set null' }),
    filePath: varchar({ length: limits.filePath }).notNull(),
    fileType: varchar({ length: limits.fileType }).notNull(),
    /** Bytes. */
    fileSize: bigint({ mode: 'number' }).notNull(),
    uploadedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    isActive: boolean().notNull().default(true),
    downloadCount: integer().notNull().default(0),
    ...audience,
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('resource_files_listing').on(table.category, table.title).where(sql`${table.isActive}`),
    index('resource_files_folder').on(table.folderId),
    index('resource_files_assigned_partners').using('gin', table.assignedPartnerIds),
    oneOf('resource_files_category_known', table.category, resourceCategories),
    check('resource_files_size_positive', sql`${table.fileSize} >= 0`),
    check('resource_files_downloads_positive', sql`${table.downloadCount} >= 0`),
  ],
)
