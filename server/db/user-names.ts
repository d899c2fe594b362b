import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { users } from './schema/users.ts'

/** The display name of a user: their own name, `otherwise`, or their email address. `alias` is `users` or an alias of that table. */
export const displayName = (alias: string, otherwise?: SQL) => {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  return sql<string>`coalesce(nullif(trim(concat_ws(' ', ${column('first_name')}, ${column('last_name')})), ''), ${
    otherwise ? sql`${otherwise}, ` : sql``
  }${column('email')})`
}

/** The display name of a person of a partner: as `displayName`, with the name in the profile that they own. */
export const personName = (alias: string) =>
  displayName(alias, sql`(select full_name from partner_profiles where user_id = ${sql.raw(alias)}.id)`)

/** Whether a user belongs to a partner or did, so that its people read the name. Both columns include their tables. */
export const isPersonOf = (partnerColumn: SQL | PgColumn, userColumn: SQL | PgColumn) =>
  sql<boolean>`exists (select from partner_people as person
    where person.partner_id = ${partnerColumn} and person.user_id = ${userColumn})`

/** The user who wrote or did something, and whether the partner may read the name. Id and name are null for a deleted user. */
export const authorOf = (partnerColumn: SQL | PgColumn) => ({
  authorId: users.id,
  authorName: sql<string | null>`${personName('users')}`,
  isOfPartner: isPersonOf(partnerColumn, users.id),
})

/** The words for the user who did something, in the data that users download about themselves: they name nobody else. */
export const archivedName = (
  authorColumn: SQL | PgColumn,
  userId: string,
  partnerColumn: SQL | PgColumn,
) => sql<string>`case when ${authorColumn} = ${userId} then 'you'
  when ${isPersonOf(partnerColumn, authorColumn)} then 'another member' else 'Partner team' end`

/** The id and display name of the user whose id is in `column`, which includes its table; null if there is none. */
export const namedUser = (column: string) => sql<{ id: string; name: string } | null>`(
  select json_build_object('id', named.id, 'name', ${displayName('named')})
  from users as named where named.id = ${sql.raw(column)})`
