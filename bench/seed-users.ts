import pg from 'pg'
import { seededWord } from './seed-library.ts'
import { vacuumTables } from './vacuum-tables.ts'

const names = 600
const groups = 40

/**
 * Inserts `users` users into the database, created over three years. Every second user is a partner; two thirds are in one of forty groups.
 * Nine of a thousand users are support, and one is an admin. Names are two words of 600, the first of which is the most frequent.
 */
export const seedUsers = async (connectionString: string, users: number) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select setseed(0.5)')
    const word = `initcap(words[1 + floor(${names} * random() ^ 2)::int])`
    await client.query(
      `insert into users (email, first_name, last_name, role, partner_group, created_at)
       select lower(first || '.' || last) || '.' || n || '@' || words[1 + n % ${names}] || '.example.com', first, last,
         case when n % 1000 = 0 then 'admin' when n % 100 = 0 then 'support' else 'user' end,
         case when n % 3 > 0 then 'Group ' || lpad((n % ${groups})::text, 2, '0') end,
         now() - random() * interval '3 years'
       from (select $2::text[] as words) all_words, generate_series(1, $1::int) n,
         lateral (select ${word} as first, ${word} as last where n > 0) person`,
      [users, Array.from({ length: names }, (_, place) => seededWord(place))],
    )
    await client.query(
      `insert into partner_profiles
         (user_id, full_name, email, state, business_name, main_marketing_contact, business_website,
          marketing_contact_email, onboarding_status, created_at)
       select id, first_name || ' ' || last_name, email, 'AL', last_name || ' Hall ' || at, first_name,
         'https://example.com/' || at, email,
         (array['profile', 'documents', 'completed', 'completed'])[1 + at / 2 % 4], created_at
       from (select *, row_number() over (order by id) as at from users
             where email like '%.example.com' and role = 'user') people
       where at % 2 = 0`,
    )
    await vacuumTables(client)
  } finally {
    await client.end()
  }
}
