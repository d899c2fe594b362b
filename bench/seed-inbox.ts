import pg from 'pg'
import { seededWord } from './seed-library.ts'
import { seedUsers } from './seed-users.ts'
import { vacuumTables } from './vacuum-tables.ts'

const vocabulary = 1728
const messagesEach = 20
const wordsEach = 8

/**
 * Inserts `conversations` conversations of twenty messages into the database. The last message of each is at most two years old. A third of
 * the conversations are closed, a third are assigned to a member of staff, and every fourth has an unread message. Messages are eight
 * words of a vocabulary of 1,728, whose first word is the most frequent and occurs in every fifth message. Every second user is a partner.
 */
export const seedInbox = async (
  connectionString: string,
  conversations: number,
  users = conversations * 2.1,
) => {
  await seedUsers(connectionString, users)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select setseed(0.5)')
    // Skip the foreign key checks, which would take longer than everything else.
    await client.query('set session_replication_role = replica')
    await client.query(
      `update chat_conversations set last_seq = $2, partner_read_seq = $2,
         staff_read_seq = case when at % 4 = 0 then $2 - 1 else $2 end, last_message_at = sent_at,
         assigned_to = case when at % 3 = 0 then staff[1 + at % cardinality(staff)] end, closed_at = case when at % 3 = 1 then sent_at end
       from (select id, row_number() over (order by id) as at, now() - random() * interval '2 years' as sent_at
             from partner_profiles where email like '%.example.com' limit $1) partners,
         (select array_agg(id) as staff from users where role <> 'user' and email like '%@demo.test') all_staff
       where partner_id = partners.id`,
      [conversations, messagesEach],
    )
    await client.query(
      `insert into chat_reads (conversation_id, user_id, read_seq)
       select chat.id, profile.user_id, last_seq
       from chat_conversations chat join partner_profiles profile on profile.id = partner_id where last_seq = $1`,
      [messagesEach],
    )
    await client.query(
      `insert into chat_messages (conversation_id, sender_id, receiver_id, is_support, message, seq, created_at)
       select id, case when by_staff then staff else user_id end, case when by_staff then user_id end, by_staff, message, seq,
         last_message_at - ($1 - seq) * interval '1 hour'
       from (
         select chat_conversations.id, profile.user_id, last_message_at, seq, seq % 2 = 0 and seq < $1 as by_staff, array_to_string(array(
           select words[1 + floor(${vocabulary} * random() ^ 2)::int] from generate_series(1, ${wordsEach}) where seq > 0), ' ') as message
         from (select $2::text[] as words) all_words,
           chat_conversations join partner_profiles profile on profile.id = partner_id, generate_series(1, $1::int) seq
           where last_seq = $1) sent,
         (select id as staff from users where email = 'support@demo.test') support`,
      [messagesEach, Array.from({ length: vocabulary }, (_, place) => seededWord(place))],
    )
    await client.query('set session_replication_role = default')
    await vacuumTables(client)
  } finally {
    await client.end()
  }
}
