import pg from 'pg'
import { vacuumTables } from './vacuum-tables.ts'

/**
 * Gives the seeded partners what their table filters and sorts by: managers, tags, invitations, visits, states, and two agreements each, and
 * brings their facts up to date.
 */
export const seedPartnerFacts = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select setseed(0.5)')
    for (const statement of [
      `update users set invited_at = case when random() < 0.8 then created_at end,
         last_sign_in_at = case when random() < 0.6 then created_at + interval '1 day' end where role = 'user'`,
      `with staff as (select array_agg(id) as ids from (select id from users where role = 'support' limit 200) chosen)
       update partner_profiles set state = (array['AL', 'FL', 'TX', 'NY', 'CA'])[1 + floor(random() * 5)::int],
         manager_id = case when random() < 0.9 then ids[1 + floor(random() * 200)::int] end from staff`,
      `update partner_members set last_seen_at = now() - random() * interval '120 days' where random() < 0.6`,
      `insert into partner_tags (name) select 'Tag ' || n from generate_series(1, 40) n`,
      `insert into partner_profile_tags (partner_id, tag_id)
       select profile.id, tag.id from partner_profiles profile join partner_tags tag on random() < 0.05
       on conflict do nothing`,
      `insert into partner_documents (partner_id, document_type, status, created_at, opened_at, signed_at)
       select id, type, status, created_at, case when random() < 0.7 then created_at + interval '1 day' end,
         case when status = 'signed' then created_at + interval '2 days' end
       from (select id, created_at, type, case when random() < 0.5 then 'signed' else 'pending' end as status
         from partner_profiles, unnest(array['nda', 'venue_partnership_agreement']) type) given`,
      // Without the numbers of rows, the facts would be read by plans for empty tables.
      'analyze',
      'select refresh_partner_facts(1000000000)',
    ])
      await client.query(statement)
    await vacuumTables(client)
  } finally {
    await client.end()
  }
}
