import { type SQL, sql } from 'drizzle-orm'

/** The display name of a user: their own name, `otherwise`, or their email address. `alias` is `users` or an alias of that table. */
export const displayName = (alias: string, otherwise?: SQL) => {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  return sql<string>`coalesce(nullif(trim(concat_ws(' ', ${column('first_name')}, ${column('last_name')})), ''), ${
    otherwise ? sql`${otherwise}, ` : sql``
  }${column('email')})`
}

/** The id and display name of the user whose id is in `column`, which includes its table; null if there is none. */
export const namedUser = (column: string) => sql<{ id: string; name: string } | null>`(
  select json_build_object('id', named.id, 'name', ${displayName('named')})
  from users as named where named.id = ${sql.raw(column)})`
