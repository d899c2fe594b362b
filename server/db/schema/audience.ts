import { sql } from 'drizzle-orm'
import { boolean, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/fields.ts'

/** Whom a row is for: the partners named and everyone in the group, or everyone where neither is named. */
export const audience = {
  assignedPartnerIds: text().array().notNull().default(sql`'{}'::text[]`),
  assignedGroup: varchar({ length: limits.group }),
  /** The two columns before as one list: `everyone`, or partners' ids and `group:` with a name. */
  audience: text()
    .array()
    .notNull()
    .generatedAlwaysAs(
      sql`case when cardinality(assigned_partner_ids) = 0 and assigned_group is null then array['everyone'] else array_remove(assigned_partner_ids || ('group:' || assigned_group), null) end`,
    ),
}

/**
 * The groups that have ever been named, each with one spelling: triggers replace every other spelling that compares equal, wherever a
 * group is stored. The sweep deletes those that nothing names any more.
 */
export const partnerGroups = pgTable('partner_groups', {
  name: varchar({ length: limits.group }).primaryKey(),
  /** What is the same for all its spellings. */
  comparedName: text()
    .notNull()
    .unique('partner_groups_compared_name_unique')
    .generatedAlwaysAs(sql`compared_text(name)`),
  /** Whether it was several groups until an update: its partners have yet to get what was for the others. */
  isToFollow: boolean().notNull().default(false),
})
