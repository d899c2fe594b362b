import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import {
  type AgreementBlock,
  amendmentType,
  type FieldGroup,
} from '#contract/documents/agreements/agreement.ts'
import { limits } from '#contract/limits.ts'
import { createdAt, primaryId, timestamptz, updatedAt } from './columns.ts'

/** The kinds of agreement that partners are given to sign: those that come with the portal, and those that an admin adds. */
export const agreementTypes = pgTable(
  'agreement_types',
  {
    id: varchar({ length: limits.documentType }).primaryKey(),
    name: varchar({ length: limits.name }).notNull(),
    /** Whether the company also signs, after the partner. */
    isCountersigned: boolean().notNull().default(false),
    /** When the type was archived: no partner is given an agreement of an archived type any more. */
    archivedAt: timestamptz(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('agreement_types_name_unique').on(sql`lower(${table.name})`),
    check(
      'agreement_types_amendment_countersigned',
      sql`${table.isCountersigned} or ${table.id} <> ${sql.raw(`'${amendmentType}'`)}`,
    ),
  ],
)

/** The versions of each type's text: published ones, which nothing can change, and at most one draft of the next version. */
export const agreementVersions = pgTable(
  'agreement_versions',
  {
    id: primaryId(),
    documentType: varchar({ length: limits.documentType })
      .notNull()
      .references(() => agreementTypes.id, { onDelete: 'restrict' }),
    /** The date of publication, with a number if the date already has a version; null for a draft. */
    version: varchar({ length: 40 }),
    title: varchar({ length: limits.agreementTitle }).notNull(),
    /** The error message for each value that is not filled in. */
    missingMessage: text().notNull(),
    fieldGroups: jsonb().$type<readonly FieldGroup[]>().notNull(),
    blocks: jsonb().$type<readonly AgreementBlock[]>().notNull(),
    publishedAt: timestamptz(),
    /** The user who published it; null for versions that come with the portal. No foreign key: a published version never changes. */
    publishedBy: uuid(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('agreement_versions_version_unique').on(table.documentType, table.version),
    uniqueIndex('agreement_versions_draft_unique')
      .on(table.documentType)
      .where(sql`${table.publishedAt} is null`),
    index('agreement_versions_in_force').on(table.documentType, table.publishedAt),
    check(
      'agreement_versions_published_whole',
      sql`(${table.publishedAt} is null) = (${table.version} is null)`,
    ),
  ],
)
