// Publishes a file to 10,000 people: the owners of 5,000 partners, and as many members. Goals: all have the notification, and the email, with
// the mail server in its own process, within 2 minutes of queue time, compared with sending as many bare emails; memory does not grow. Then
// sends the weekly digests of all.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { openDatabase, withLongStatements } from '#server/db/client.ts'
import { prepareDatabase } from '#server/db/migrate.ts'
import { sendDueDigests } from '#server/features/notifications/digest/actions.ts'
import { sendDueNotifications, sendNotificationEmail } from '#server/features/notifications/emails/actions.ts'
import { notifyOfResource } from '#server/features/notifications/notify/data.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { createMailer } from '#server/mail/create-mailer.ts'
import { readSettings } from '#server/settings.ts'
import { openLog } from '#test/log.ts'
import { createDatabase, startTestPostgres } from '#test/postgres.ts'
import { memoryGrowth } from './process-memory.ts'
import { report } from './report.ts'
import { seedUsers } from './seed-users.ts'

const sink = fork(new URL('./smtp-sink.ts', import.meta.url))
const [{ port }] = (await once(sink, 'message')) as [{ port: number }]
const received = async () => {
  sink.send('count')
  const [response] = (await once(sink, 'message')) as [{ received: number }]
  return response.received
}

const postgres = await startTestPostgres()
const { logger } = openLog()
const connectionString = await createDatabase(postgres.url, 'notifications')
const db = openDatabase({ connectionString }, () => {})
await prepareDatabase(db, async () => {})
const jobs = await startJobs({ connectionString }, logger)
await seedUsers(connectionString, 10_100)
// Each user without a partner becomes a member of one.
await db.execute(sql`
  with partners as (select id, row_number() over (order by id) as n from partner_profiles),
  others as (
    select id, row_number() over (order by id) as n from users
    where role = 'user' and not exists (select from partner_profiles where user_id = users.id))
  insert into partner_members (partner_id, user_id, accepted_at)
  select partners.id, others.id, now() from partners join others using (n)`)
await db.execute(sql`update partner_profiles set onboarding_status = 'completed'`)
// Only users who were invited are emailed.
await db.execute(sql`update users set invited_at = now()`)
await db.execute(sql`vacuum analyze partner_profiles, partner_members`)
const settings = readSettings({
  DATABASE_URL: connectionString,
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  BASE_URL: 'https://portal.example.com',
  TRUST_PROXY: 'none',
})
const deps = { db, jobs, settings, baseUrl: () => settings.baseUrl }
const mailer = createMailer(settings)

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
const oneCount = async (query: ReturnType<typeof sql>) =>
  (await db.execute<{ count: number }>(query)).rows[0]?.count ?? 0

await db.execute(sql`
  insert into resource_files (title, category, file_path, object_key, file_type, file_size, sha256)
  values ('Summer poster', 'creative', 'uploads/poster', 'uploads/poster', 'pdf', 1000, repeat('0', 64))`)
const { rows: files } = await db.execute<{ id: string }>(sql`select id from resource_files`)
const id = files[0]?.id ?? ''

await db.execute(sql`create table bare (like notifications including all)`)
const bareBell = await timed(() =>
  db.execute(
    sql`insert into bare (user_id, kind, title) select user_id, 'resource_added', 'New file: Summer poster' from partner_members`,
  ),
)
const bell = await timed(() => withLongStatements(db, (long) => notifyOfResource(long, id, true)))
const people = await oneCount(sql`select count(*)::int as count from notifications`)

// The email of one user, which the bare limit sends to everyone.
const mail = {
  subject: 'New file: Summer poster',
  text: 'Summer poster\n\n'.repeat(40),
  html: `<p>${'Summer poster '.repeat(200)}</p>`,
}
const sendBare = async () => {
  let next = 0
  const sender = async () => {
    while (next < people) {
      next += 1
      await mailer.send({ ...mail, to: `user-${next}@example.com`, messageId: `<${next}@example.com>` })
    }
  }
  await Promise.all(Array.from({ length: 10 }, sender))
}
const bareMails = await timed(sendBare)
if ((await received()) !== people) throw new Error('the mail server did not get all bare emails')

let mails = 0
const growth = await memoryGrowth(process.pid, async () => {
  mails = await timed(async () => {
    await jobs.work('notification-mail', (data) => sendNotificationEmail(deps, mailer, data))
    await sendDueNotifications(deps, new Date(Date.now() + 6 * 60_000))
    while ((await received()) < 2 * people) await new Promise((resolve) => setTimeout(resolve, 100))
  })
})
const sent = () =>
  oneCount(
    sql`select count(*)::int as count from email_notification_logs where status = 'sent' and type = 'resource_added'`,
  )
while ((await sent()) < people) await new Promise((resolve) => setTimeout(resolve, 100))
if ((await received()) !== 2 * people) throw new Error('an email was sent twice')

const monday = new Date('2031-03-03T18:00:00Z')
await db.execute(sql`update resource_files set created_at = ${monday}`)
await withLongStatements(db, (long) =>
  long.execute(sql`
  with definition as (
    insert into task_definitions (task_name, due_date, task_type)
    select 'Task ' || n, ${monday}::timestamptz + make_interval(days => n), 'physical' from generate_series(1, 5) n returning *)
  insert into partner_tasks (definition_id, partner_id, task_name, due_date, task_type)
  select definition.id, partner_profiles.id, task_name, due_date, task_type from definition, partner_profiles`),
)
await db.execute(sql`vacuum analyze partner_tasks`)
const digest = await timed(() => withLongStatements(db, (long) => sendDueDigests({ db: long, jobs }, monday)))
const digests = await oneCount(sql`select count(*)::int as count from weekly_digests`)
if (digests !== people) throw new Error(`${digests} digests of ${people}`)

process.stdout.write(
  `${people} people; memory grew by ${growth.toFixed(0)} MB while their emails were sent\n`,
)
report(
  'In the bell of all',
  's',
  [bell],
  { name: 'bare insert of the rows', values: [bareBell] },
  { text: 'within 120 s', reached: (own) => own <= 120 },
)
report(
  'Emailed to all',
  's',
  [mails],
  { name: 'bare sending of as many', values: [bareMails] },
  { text: 'within 120 s', reached: (own) => own <= 120 },
)
report(
  'Digests of all, with their emails queued',
  's',
  [digest],
  { name: 'bare insert of the rows', values: [bareBell] },
  { text: 'within 120 s', reached: (own) => own <= 120 },
)

await jobs.stop()
mailer.close()
sink.disconnect()
await db.$client.end()
await postgres.stop()
