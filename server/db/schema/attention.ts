import { index, pgTable, primaryKey, uuid, varchar } from 'drizzle-orm/pg-core'
import { markedKinds } from '#contract/attention-kinds.ts'
import { createdAt, enumCheck, timestamptz } from './columns.ts'
import { byUser } from './users.ts'

/** The items of Needs attention that staff have marked as done or snoozed. */
export const attentionMarks = pgTable(
  'attention_marks',
  {
    kind: varchar({ length: 40, enum: markedKinds }).notNull(),
    /** The id of the task, agreement, partner or email. */
    subjectId: uuid().notNull(),
    /** The moment of the item that was marked. An item with a later moment has happened again, and the mark no longer counts. */
    since: timestamptz().notNull(),
    /** When a snoozed item returns; null for an item that is done. */
    until: timestamptz(),
    markedBy: byUser(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId] }),
    index('attention_marks_created').on(table.createdAt),
    index('attention_marks_marked_by').on(table.markedBy),
    enumCheck('attention_marks_kind_known', table.kind, markedKinds),
  ],
)
