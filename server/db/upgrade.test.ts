import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { type Database, openDatabase } from './client.ts'
import { prepareDatabase } from './migrate.ts'
import journal from './migrations/meta/_journal.json' with { type: 'json' }

// This is the number of migrations in the release before passkeys, named sessions, and virus scans.
const released = 8
// This is the number of migrations in the release in which tasks for one partner and for several had separate tables.
const releasedTwoTasks = 42

// This is the number of migrations in the release in which a partner was a single user.
const releasedOneUser = 43

// This is the number of migrations in the release in which a conversation belonged to one user.
const releasedOneChatter = 44

const databases: Database[] = []
const names: string[] = []
let folder: string

/** Opens a new database with the migrations of a release. */
const openReleased = async (migrations: number) => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const db = openDatabase({ connectionString: await createDatabase(inject('postgresUrl'), name) }, () => {})
  names.push(name)
  databases.push(db)
  const entries = journal.entries.slice(0, migrations)
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  await migrate(db, { migrationsFolder: folder })
  return db
}

let db: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  await cp(fileURLToPath(new URL('migrations', import.meta.url)), folder, { recursive: true })
  db = await openReleased(released)
})
afterAll(async () => {
  for (const opened of databases) await opened.$client.end()
  for (const name of names) await dropDatabase(inject('postgresUrl'), name)
  await rm(folder, { recursive: true })
})

const one = async (statement: ReturnType<typeof sql>) => (await db.execute(statement)).rows[0]

test('a database of the earlier release is brought up to date with its data', async () => {
  await db.execute(sql`insert into users (email, role, last_seen_at) values
    ('ann@example.test', 'admin', now() - interval '2 hours'), ('bob@example.test', 'user', null)`)
  await db.execute(sql`
    insert into sessions (sid, user_id, sess, expire)
    select email, id, jsonb_build_object('method', 'code', 'signedInAt', '2026-01-02T03:04:05.678Z', 'viewing',
      jsonb_build_object('partnerId', id, 'until', '2026-01-02T04:04:05.678Z')), now() + interval '1 hour' from users`)
  // Two browsers are waiting for a code for the same address, and the first admin's link is open.
  await db.execute(sql`insert into sign_in_attempts (email, browser_hash, expires_at) values
    ('bob@example.test', 'a', now()), ('BOB@example.test', 'b', now()), ('ann@example.test', null, now())`)
  await db.execute(sql`insert into audit_log (actor_id, actor_name, actor_email, actor_role, action, subject_name)
    select id, 'Ann', email, role, 'user.created', 'Bob' from users`)
  await db.execute(sql`insert into email_notification_logs (recipient, subject, type) values
    ('ann@example.test', 'New messages from Bob', 'chat'),
    ('bob@example.test', 'New messages from the Partner Team', 'chat')`)
  await db.execute(sql`insert into email_notification_logs (recipient, subject, type, status, error) values
    ('BOB@example.test', 'Read', 'chat', 'failed', 'The messages were read before the email could be sent.'),
    ('eve@example.test', 'Refused', 'sign_in_code', 'failed', 'connect ECONNREFUSED')`)

  await db.execute(sql`insert into user_email_preferences (user_id, task_reminders)
    select id, false from users where email = 'bob@example.test'`)

  await db.execute(sql`insert into users (email, partner_group) values
    ('c1@example.test', 'Coast'), ('c2@example.test', 'Coast'), ('c3@example.test', ' coast  '), ('c4@example.test', 'Hills')`)
  await db.execute(sql`with imported as (
      insert into partner_profiles (user_id, full_name, email, state, business_name, main_marketing_contact, business_website)
      select id, 'Cy', email, 'AL', 'Hall', 'Cy', 'https://example.test' from users where email in ('c3@example.test', 'c4@example.test')
      returning id, user_id)
    insert into partner_activities (partner_id, activity_type, description, created_at)
    select imported.id, 'profile_created', 'Profile imported from a file', users.created_at
    from imported join users on users.id = imported.user_id`)
  await db.execute(
    sql`insert into email_notification_logs (recipient, subject, type) values ('c4@example.test', 'Welcome', 'welcome')`,
  )

  await prepareDatabase(db, async () => {})

  // Switches that were off stay off, and new switches are on, except the monthly report.
  const preferences = sql`select email_off, bell_off, quiet_from from user_email_preferences`
  expect((await db.execute(preferences)).rows).toEqual([
    { email_off: ['taskReminders', 'monthlyReports'], bell_off: [], quiet_from: null },
  ])
  expect(
    (await db.execute(sql`select count(*)::int as done from drizzle.__drizzle_migrations`)).rows,
  ).toEqual([{ done: journal.entries.length }])
  const session = await one(sql`
    select signed_in_at = '2026-01-02T03:04:05.678Z' and verified_at = signed_in_at as "isSignedInThen",
      last_used_at < now() - interval '1 hour' as "isUsedThen", passkey_at, sess
    from sessions where sid = 'ann@example.test'`)
  expect(session).toMatchObject({ isSignedInThen: true, isUsedThen: true, passkey_at: null })
  expect(Object.keys((session?.sess ?? {}) as object).sort()).toEqual(['method', 'viewing'])
  // The grace period of staff begins with the upgrade.
  const since = sql`select email, staff_since >= now() - interval '1 hour' as new from users where email < 'c' order by email`
  expect((await db.execute(since)).rows).toEqual([
    { email: 'ann@example.test', new: true },
    { email: 'bob@example.test', new: null },
  ])
  // Groups that differ only by case and spaces become one. Only the user who was imported and never emailed counts as not invited.
  const joined = sql`select email, partner_group as group, invited_at is not null as invited from users where email like 'c%' order by email`
  expect((await db.execute(joined)).rows).toEqual([
    { email: 'c1@example.test', group: 'Coast', invited: true },
    { email: 'c2@example.test', group: 'Coast', invited: true },
    { email: 'c3@example.test', group: 'Coast', invited: false },
    { email: 'c4@example.test', group: 'Hills', invited: true },
  ])
  const merged = sql`select name, is_to_follow from partner_groups order by name`
  expect((await db.execute(merged)).rows).toEqual([
    { name: 'Coast', is_to_follow: true },
    { name: 'Hills', is_to_follow: false },
  ])
  const attempts = sql`select email, any_browser from sign_in_attempts`
  expect((await db.execute(attempts)).rows).toEqual([{ email: 'ann@example.test', any_browser: true }])
  expect(await one(sql`select count(*)::int as events from audit_log`)).toEqual({ events: 2 })
  await expect(db.execute(sql`delete from audit_log`)).rejects.toThrow()
  const subjects = sql`select subject from email_notification_logs where type = 'chat' and status = 'queued' order by recipient`
  expect((await db.execute(subjects)).rows).toEqual([
    { subject: 'New messages from a partner' },
    { subject: 'New messages from the Partner Team' },
  ])
  const mails = sql`select recipient, status, email from email_notification_logs
    left join users on users.id = email_notification_logs.user_id where type <> 'welcome' order by lower(recipient), status`
  expect((await db.execute(mails)).rows).toEqual([
    { recipient: 'ann@example.test', status: 'queued', email: 'ann@example.test' },
    { recipient: 'bob@example.test', status: 'queued', email: 'bob@example.test' },
    { recipient: 'BOB@example.test', status: 'skipped', email: 'bob@example.test' },
    { recipient: 'eve@example.test', status: 'retrying', email: null },
  ])
})

test('the user of each profile becomes its owner, who may sign', async () => {
  const before = await openReleased(releasedOneUser)
  await before.execute(sql`insert into users (email) values ('ann@example.test'), ('bob@example.test')`)
  await before.execute(sql`
    insert into partner_profiles (user_id, full_name, email, state, business_name, main_marketing_contact, business_website, created_at)
    select id, email, email, 'AL', 'Hall', 'Robin', 'https://hall.example.test', '2026-03-04T05:06:07Z' from users where email like 'ann%'`)
  await prepareDatabase(before, async () => {})
  const { rows } = await before.execute(sql`
    select email, is_owner, can_sign, onboarding_status, accepted_at = '2026-03-04T05:06:07Z' as "isOfProfile",
      has_other_members, (select count(*)::int from partner_people where user_id = users.id) as named
    from memberships join users on users.id = user_id`)
  expect(rows).toEqual([
    {
      email: 'ann@example.test',
      is_owner: true,
      can_sign: true,
      onboarding_status: 'profile',
      isOfProfile: true,
      has_other_members: false,
      named: 1,
    },
  ])
})

test('each task gets a definition, which for a task of one partner has the same id, and nothing else changes', async () => {
  const before = await openReleased(releasedTwoTasks)
  await before.execute(sql`insert into users (email) values ('ann@example.test'), ('bob@example.test')`)
  await before.execute(sql`
    insert into partner_profiles (user_id, full_name, email, state, business_name, main_marketing_contact, business_website)
    select id, email, email, 'AL', 'Hall', 'Robin', 'https://hall.example.test' from users`)
  await before.execute(sql`
    insert into shared_tasks (task_name, due_date, task_type, assigned_group) values ('For several', '2049-03-01', 'physical', 'Coast')`)
  await before.execute(sql`
    insert into partner_tasks (partner_id, shared_task_id, task_name, due_date, task_type, status)
    select profile.id, shared.id, task_name, due_date, task_type, 'in_progress' from shared_tasks shared, partner_profiles profile`)
  await before.execute(sql`
    insert into partner_tasks (partner_id, task_name, instructions, due_date, task_type, status, deleted_at, updated_at)
    select id, 'Alone', 'Both sides', '2049-04-01', 'physical', 'completed',
      case when email like 'bob%' then '2049-01-01'::timestamptz end, '2026-05-01' from partner_profiles`)
  const rows = (link: 'shared_task_id' | 'definition_id') =>
    before.execute(sql`
      select jsonb_strip_nulls(to_jsonb(own)) - ${link}::text as task from partner_tasks own order by id`)
  const former = await rows('shared_task_id')

  await prepareDatabase(before, async () => {})

  expect((await rows('definition_id')).rows).toEqual(former.rows)
  const { rows: tasks } = await before.execute(sql`
    select own.task_name as name, definition.is_for_one as "isForOne", definition.id = own.id as "hasItsId",
      definition.deleted_at is not distinct from own.deleted_at as "isDeletedWithIt",
      (definition.task_name, definition.due_date, definition.instructions) is not distinct from
        (own.task_name, own.due_date, own.instructions) as "saysTheSame", definition.audience
    from partner_tasks own join task_definitions definition on definition.id = own.definition_id order by own.task_name, own.deleted_at`)
  const same = { isDeletedWithIt: true, saysTheSame: true }
  const alone = {
    name: 'Alone',
    isForOne: true,
    hasItsId: true,
    audience: [expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ...same,
  }
  const part = { name: 'For several', isForOne: false, hasItsId: false, audience: ['group:Coast'], ...same }
  expect(tasks).toEqual([alone, alone, part, part])
})

test('the conversations of owners become those of their partners with their messages, notes and read marks', async () => {
  const before = await openReleased(releasedOneChatter)
  await before.execute(sql`insert into users (email, role) values
    ('owner@example.test', 'user'), ('silent@example.test', 'user'), ('new@example.test', 'user'), ('quiet@example.test', 'user'),
    ('member@example.test', 'user'), ('sam@example.test', 'support')`)
  await before.execute(sql`
    insert into partner_profiles (user_id, full_name, email, state, business_name, main_marketing_contact, business_website)
    select id, email, email, 'AL', 'Hall of ' || email, 'Robin', 'https://hall.example.test' from users
    where email like 'owner%' or email like 'silent%'`)
  await before.execute(sql`
    insert into partner_members (partner_id, user_id, accepted_at)
    select partner_profiles.id, users.id, now() from partner_profiles, users
    where business_name = 'Hall of owner@example.test' and users.email like 'member%'`)
  await before.execute(sql`
    insert into chat_conversations (user_id, last_seq, partner_read_seq, staff_read_seq)
    select id, 3, 2, 1 from users where email like 'owner%' or email like 'new%'`)
  await before.execute(sql`
    insert into chat_messages (sender_id, receiver_id, message, is_support, seq)
    select case when seq = 2 then sam.id else person.id end, case when seq = 2 then person.id end, 'Message ' || seq, seq = 2, seq
    from chat_conversations chat join users person on person.id = chat.user_id, users sam, generate_series(1, 3) seq
    where sam.email like 'sam%'`)
  await before.execute(sql`
    insert into chat_notes (conversation_id, note, after_seq, seq) select user_id, 'A note', 3, 1 from chat_conversations`)
  await before.execute(sql`
    insert into chat_mails (conversation_id, user_id, last_seq) select user_id, user_id, 2 from chat_conversations`)
  const rows = async (table: 'chat_messages' | 'chat_notes' | 'chat_mails') =>
    (await before.execute(sql`select to_jsonb(own) as row from ${sql.identifier(table)} own order by 1`)).rows
  const former = [await rows('chat_messages'), await rows('chat_notes'), await rows('chat_mails')]

  await prepareDatabase(before, async () => {})

  expect([await rows('chat_messages'), await rows('chat_notes'), await rows('chat_mails')]).toEqual(former)
  const { rows: conversations } = await before.execute(sql`
    select person.email, chat.id = person.id as "hasItsId", business_name as business, chat.user_id is not null as "isOwn", last_seq as last,
      (select json_object_agg(split_part(email, '@', 1), read_seq) from chat_reads join users on users.id = chat_reads.user_id
        where conversation_id = chat.id) as reads
    from chat_conversations chat left join partner_profiles profile on profile.id = chat.partner_id
    join users person on person.id = coalesce(chat.user_id, profile.user_id) order by email`)
  const own = { hasItsId: true, business: null, isOwn: true, last: 0, reads: null }
  const ofPartner = { hasItsId: true, isOwn: false, reads: null }
  expect(conversations).toEqual([
    { email: 'member@example.test', ...own },
    { email: 'new@example.test', ...own, last: 3, reads: { new: 2 } },
    {
      email: 'owner@example.test',
      ...ofPartner,
      business: 'Hall of owner@example.test',
      last: 3,
      reads: { owner: 2, member: 3 },
    },
    { email: 'quiet@example.test', ...own },
    { email: 'silent@example.test', ...ofPartner, business: 'Hall of silent@example.test', last: 0 },
  ])
})

test('a business name that has changed is known to have, and an admin keeps a type with the name of amendments', async () => {
  const before = await openReleased(journal.entries.findIndex(({ tag }) => tag.endsWith('_amendments')))
  await before.execute(sql`insert into agreement_types (id, name) values ('amendment', 'amendment')`)
  await before.execute(sql`insert into users (email) values ('ann@example.test'), ('bob@example.test')`)
  await before.execute(sql`
    insert into partner_profiles (user_id, full_name, email, state, business_name, main_marketing_contact, business_website)
    select id, email, email, 'AL', 'Hall', 'Robin', 'https://hall.example.test' from users`)
  await before.execute(sql`
    insert into partner_activities (partner_id, activity_type, description, metadata, created_at)
    select id, 'profile_updated', 'Profile updated', jsonb_build_object('before',
      case when email like 'ann%' then '{"businessName": "Old Hall"}' else '{"state": "FL"}' end::jsonb), '2026-05-06T07:08:09Z'
    from partner_profiles`)

  await prepareDatabase(before, async () => {})

  const { rows } = await before.execute(sql`
    select email, business_name_changed_at = '2026-05-06T07:08:09Z' as "isThen" from partner_profiles order by email`)
  expect(rows).toEqual([
    { email: 'ann@example.test', isThen: true },
    { email: 'bob@example.test', isThen: null },
  ])
  const types = sql`select id, name from agreement_types where name ilike 'amendment%' order by id`
  expect((await before.execute(types)).rows).toEqual([
    { id: 'amendment', name: 'amendment' },
    { id: 'party__amendment', name: 'Amendment of a business name' },
  ])
})
