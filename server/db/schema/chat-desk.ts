import { sql } from 'drizzle-orm'
import { check, json, pgTable, smallint, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/fields.ts'
import type { OfficeHours } from '#contract/office-hours.ts'
import { createdAt, primaryId, updatedAt } from './columns.ts'
import { users } from './people.ts'

/** What staff answer often, with placeholders. */
export const savedReplies = pgTable(
  'saved_replies',
  {
    id: primaryId(),
    title: varchar({ length: limits.name }).notNull(),
    text: varchar({ length: limits.message }).notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('saved_replies_title_unique').on(sql`lower(${table.title})`)],
)

/** When the team is there: one row at most. Without it, the setting says it. */
export const officeHours = pgTable(
  'office_hours',
  {
    id: smallint().primaryKey().default(1),
    /** Null where none are known. As text, which keeps its order: so that what has not changed is the same. */
    hours: json().$type<OfficeHours>(),
    updatedAt: updatedAt(),
  },
  (table) => [check('office_hours_one', sql`${table.id} = 1`)],
)
