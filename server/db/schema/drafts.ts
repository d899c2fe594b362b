import { index, jsonb, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'
import { partnerDocuments } from './partners.ts'
import { ofUser } from './users.ts'

/** The values that a user has typed in a form and not submitted yet. */
export const formDrafts = pgTable(
  'form_drafts',
  {
    userId: ofUser(),
    /** The agreement whose form it is; null for the profile of onboarding. */
    documentId: uuid().references(() => partnerDocuments.id, { onDelete: 'cascade' }),
    values: jsonb().$type<Record<string, string>>().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (table) => [
    unique('form_drafts_form').on(table.userId, table.documentId).nullsNotDistinct(),
    index('form_drafts_document').on(table.documentId),
    index('form_drafts_updated').on(table.updatedAt),
  ],
)
