import { type SQL, sql } from 'drizzle-orm'

/** The display name of a user, of an alias of `users` or that table: their own name, else what is given, else their email address. */
export const displayName = (alias: string, otherwise?: SQL) => {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  return sql<string>`coalesce(nullif(trim(concat_ws(' ', ${column('first_name')}, ${column('last_name')})), ''), ${
    otherwise ? sql`${otherwise}, ` : sql``
  }${column('email')})`
}

/** The id and display name of the user whose id a column has; null where there is none. `column` is written with its table. */
export const namedUser = (column: string) => sql<{ id: string; name: string } | null>`(
  select json_build_object('id', named.id, 'name', ${displayName('named')})
  from users as named where named.id = ${sql.raw(column)})`
