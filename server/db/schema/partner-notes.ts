import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { noteKinds } from '#contract/partners/note-kinds.ts'
import { belongsTo, createdAt, enumCheck, primaryId, timestamptz, updatedAt } from './columns.ts'
import { ofPartner } from './partners.ts'
import { byUser } from './users.ts'

/** The tags that staff put on partners. All staff share them, and partners never see them. */
export const partnerTags = pgTable('partner_tags', {
  id: primaryId(),
  name: varchar({ length: limits.tag }).notNull(),
  /** The name in a form that all its spellings share. */
  comparedName: text()
    .notNull()
    .unique('partner_tags_compared_name_unique')
    .generatedAlwaysAs(sql`compared_text(name)`),
  createdAt: createdAt(),
})

export const partnerProfileTags = pgTable(
  'partner_profile_tags',
  { partnerId: ofPartner(), tagId: belongsTo(() => partnerTags.id) },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.tagId] }),
    index('partner_profile_tags_tag').on(table.tagId, table.partnerId),
  ],
)

/** What staff write about a partner for themselves. Partners never see it. */
export const partnerNotes = pgTable(
  'partner_notes',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    /** The member of staff who wrote the note; null once that user is deleted. */
    authorId: byUser(),
    kind: varchar({ length: 20, enum: noteKinds }).notNull(),
    /** The text, in which members of staff are mentioned by `mentionOf`. */
    body: varchar({ length: limits.message }).notNull(),
    /** When the call or meeting took place, or else when the note was written. */
    happenedAt: timestamptz().notNull().defaultNow(),
    isPinned: boolean().notNull().default(false),
    /** The idempotency key of the author's client. */
    clientId: uuid(),
    editedAt: timestamptz(),
    /** When the note was deleted. A deleted note can be restored until the sweep removes it. */
    deletedAt: timestamptz(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('partner_notes_partner')
      .on(table.partnerId, table.happenedAt, table.id)
      .where(sql`${table.deletedAt} is null`),
    // The last contact with a partner is read from this index.
    index('partner_notes_contact')
      .on(table.partnerId, table.happenedAt)
      .where(sql`${table.kind} <> 'note' and ${table.deletedAt} is null`),
    index('partner_notes_author').on(table.authorId),
    index('partner_notes_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    uniqueIndex('partner_notes_client_unique').on(table.partnerId, table.authorId, table.clientId),
    enumCheck('partner_notes_kind_known', table.kind, noteKinds),
  ],
)
