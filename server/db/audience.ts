import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** Returns the entries of an `audience` column (see `schema/audience.ts`) that a partner in a group matches. */
const entriesOf = (partnerId: SQL, group: SQL) => [
  sql`'everyone'::text`,
  sql`${partnerId}::text`,
  sql`'group:' || coalesce(${group}, '')`,
]

const entriesOfPartner = entriesOf(sql`profile.id`, sql`account.partner_group`)
const entriesOfMembership = entriesOf(sql`member.partner_id`, sql`member.partner_group`)

const listed = (entries: SQL[]) => sql`array[${sql.join(entries, sql`, `)}]`

/**
 * The keys that a partner matches in an `audience` column, for a query with the aliases `profile` and `account`. Rows for the partner overlap
 * them: `shared.audience && ${keysOfPartner}`.
 */
export const keysOfPartner = listed(entriesOfPartner)

/** The keys of the partner of a membership, for a query with the alias `member` of the view `memberships`. */
export const keysOfMembership = listed(entriesOfMembership)

const areAmong = (keys: SQL[], entries: SQL, id: SQL | undefined) =>
  sql`(${sql.join(
    keys.map((key) => sql`${id ? sql`(${id}, ${key})` : key} in (${entries})`),
    sql` or `,
  )})`

/**
 * Whether a partner is in an audience, for a query of many partners with the aliases `profile` and `account`. PostgreSQL reads the entries once
 * and looks each partner up in them. An overlap would compare each partner with every entry, which takes many seconds for a hundred
 * thousand partners and an audience of thousands.
 * @param entries a query of the entries that does not depend on the partner; with `id`, of the ids of the rows and their entries
 * @param id the row whose audience it is, if the query is of several
 */
export const isInAudience = (entries: SQL, id?: SQL) => areAmong(entriesOfPartner, entries, id)

/** Like `isInAudience`, for a query of many memberships with the alias `member`. */
export const isMemberInAudience = (entries: SQL) => areAmong(entriesOfMembership, entries, undefined)

/** Whether a row with audience columns is only for chosen partners, and none of them is left. */
export const isForNobody = sql`assigned_view_id is null and assigned_group is null and cardinality(assigned_partner_ids) > 0 and not exists (
  select from partner_profiles profile join users account on account.id = profile.user_id
  where profile.id = any(assigned_partner_ids::uuid[]) and account.erased_at is null)`

interface AudienceColumns {
  assignedPartnerIds: AnyColumn
  assignedGroup: AnyColumn
  assignedViewId: AnyColumn
}

/** The audience as staff choose it: for a view, without the partners who have matched it so far. */
export const shownAudience = <Columns extends AudienceColumns>({
  assignedPartnerIds,
  assignedGroup,
  assignedViewId,
}: Columns) => ({
  assignedPartnerIds: sql<
    string[]
  >`case when ${assignedViewId} is null then ${assignedPartnerIds} else '{}' end`,
  assignedGroup: assignedGroup as Columns['assignedGroup'],
  assignedViewId: assignedViewId as Columns['assignedViewId'],
})
