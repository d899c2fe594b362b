import { sql } from 'drizzle-orm'
import { withLongStatements } from '#server/db/client.ts'
import type { TestApp } from './app.ts'

/** Adds partners with long names of four bytes a character, so that an export of all exceeds what a connection buffers. */
export const addManyPartners = ({ db }: Pick<TestApp, 'db'>, count: number) =>
  withLongStatements(db, (longDb) =>
    longDb.execute(sql`
    with people as (
      insert into users (email) select 'many-' || n || '@example.test' from generate_series(1, ${count}::int) n returning id, email)
    insert into partner_profiles
      (user_id, full_name, email, state, business_name, main_marketing_contact, business_website)
    select id, 'Many', email, 'AL', repeat('🏛', 200), repeat('🏛', 200), 'https://example.com' from people`),
  )
