import pg from 'pg'
import { vacuumTables } from './vacuum-tables.ts'

/**
 * Inserts announcements of two years, the latest published now. Every second announcement is for everyone, the others are for one of the
 * forty groups. Half of all partners have read each of the latest twenty.
 */
export const seedAnnouncements = async (connectionString: string, announcements: number) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(
      `insert into announcements (title, body, assigned_group, publish_at, notified_at)
       select 'Announcement ' || n, repeat('What there is to say. ', 40),
         case when n % 2 = 1 then 'Group ' || lpad((n % 40)::text, 2, '0') end, at, at
       from generate_series(0, $1::int - 1) n, lateral (select now() - n * interval '1 day' * 730 / $1::int as at) published`,
      [announcements],
    )
    await client.query(
      `insert into announcement_reads (announcement_id, user_id)
       select latest.id, profile.user_id
       from (select id, audience from announcements where title like 'Announcement %' order by publish_at desc limit 20) latest
       cross join lateral (
         select profile.user_id from partner_profiles profile join users account on account.id = profile.user_id
         where latest.audience && array['everyone', 'group:' || account.partner_group]
           and substr(profile.id::text, 1, 1) < '8') profile`,
    )
    await vacuumTables(client)
  } finally {
    await client.end()
  }
}
