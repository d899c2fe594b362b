import { sql } from 'drizzle-orm'
import { boolean, type IndexColumn, index, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { savedViews } from './saved-views.ts'
import { byUser } from './users.ts'

/** The audience of a row: the listed partners and everyone in the group; everyone if no partner is listed and there is no group. */
export const audience = {
  assignedPartnerIds: text().array().notNull().default(sql`'{}'::text[]`),
  assignedGroup: varchar({ length: limits.group }),
  /**
   * The saved view whose partners are the audience. They are listed with the others, to which a job adds those who match later. The first
   * entry of the list is the id of the view: without partners, it would mean everyone.
   */
  assignedViewId: uuid().references(() => savedViews.id),
  /** Both columns as one list: `everyone`, or the ids of partners and `group:` followed by a name. */
  audience: text()
    .array()
    .notNull()
    .generatedAlwaysAs(
      sql`case when cardinality(assigned_partner_ids) = 0 and assigned_group is null then array['everyone'] else array_remove(assigned_partner_ids || ('group:' || assigned_group), null) end`,
    ),
}

/** The index by which the job finds what is for a view. */
export const byView = (name: string, column: IndexColumn) =>
  index(`${name}_view`).on(column).where(sql`${column} is not null`)

/**
 * The groups in use, each with one spelling: wherever a group is stored, triggers replace every spelling that compares equal by this one.
 * The sweep deletes groups that nothing uses any more.
 */
export const partnerGroups = pgTable('partner_groups', {
  name: varchar({ length: limits.group }).primaryKey(),
  /** The name in a form that all its spellings share. */
  comparedName: text()
    .notNull()
    .unique('partner_groups_compared_name_unique')
    .generatedAlwaysAs(sql`compared_text(name)`),
  /** Whether an update merged several groups into this one, and its partners have yet to get what was for the other spellings. */
  isToFollow: boolean().notNull().default(false),
  /** The partner manager of partners who come into the group without one; null for none. */
  managerId: byUser(),
})
