import { sql } from 'drizzle-orm'
import { text, varchar } from 'drizzle-orm/pg-core'
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
