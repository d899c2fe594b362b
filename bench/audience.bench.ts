// Gives a task to 10,000 partners at once. Goals: the response comes within 100 ms, all partners have the task within 10 s of it, compared
// with the bare insert of the same rows, and the task list of a partner is as fast as before.
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/client.ts'
import { prepareDatabase } from '#server/db/migrate.ts'
import { listTasks } from '#server/features/tasks/data.ts'
import { createTask } from '#server/features/tasks/definitions/actions.ts'
import { assignRestOfTask } from '#server/features/tasks/definitions/assigning/actions.ts'
import type { TaskDefinitionChange } from '#server/jobs/job-kinds.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { openLog } from '#test/log.ts'
import { createDatabase, startTestPostgres } from '#test/postgres.ts'
import { report } from './report.ts'
import { seedUsers } from './seed-users.ts'

const users = 20_200
const rounds = 5

const postgres = await startTestPostgres()
const { logger } = openLog()
const connectionString = await createDatabase(postgres.url, 'audience')
const db = openDatabase({ connectionString }, () => {})
await prepareDatabase(db, async () => {})
const jobs = await startJobs({ connectionString }, logger)
await seedUsers(connectionString, users)

const { rows: found } = await db.execute<{ id: string; partners: number; staff: string }>(sql`
  select (select id from partner_profiles order by id limit 1) as id,
    (select count(*)::int from partner_profiles) as partners,
    (select id from users where role = 'admin' limit 1) as staff`)
const { id = '', partners = 0, staff = '' } = found[0] ?? {}
const user = { id: staff, role: 'admin', email: 'a@example.com', firstName: 'A', lastName: 'B' } as never

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const listTimes = async () => {
  const times: number[] = []
  for (let run = 0; run < 25; run += 1) {
    times.push(await timed(() => listTasks(db, id, { page: 1, limit: 50 })))
  }
  return times
}

const form = {
  taskName: 'Hang the posters',
  dueDate: new Date(Date.now() + 30 * 86_400_000),
  taskType: 'physical' as const,
  status: 'pending' as const,
}
const everyone = { partnerId: null, assignedPartnerIds: [], assignedGroup: null }

await db.execute(sql`create table bare_tasks (like partner_tasks including all)`)
await db.execute(sql`
  with definition as (
    insert into task_definitions (task_name, due_date, task_type, assigned_partner_ids, is_for_one)
    select 'Hang the posters', now(), 'physical', array[${id}::text], true from generate_series(1, ${rounds}) returning *)
  insert into partner_tasks (id, definition_id, partner_id, task_name, due_date, task_type)
  select id, id, ${id}::uuid, task_name, due_date, task_type from definition`)
await listTimes()
const before = await listTimes()
await db.execute(sql`delete from task_definitions`)
const requests: number[] = []
const spreads: number[] = []
const bare: number[] = []
for (let round = 0; round < rounds; round += 1) {
  let change: TaskDefinitionChange | undefined
  const enqueue = async (_db: unknown, _name: string, data: unknown) => {
    change = data as TaskDefinitionChange
  }
  const deps = { db, jobs: { ...jobs, enqueue }, store: {} } as never
  requests.push(await timed(() => createTask(deps, user, { ...form, ...everyone })))
  spreads.push(await timed(async () => change && assignRestOfTask(db, change)))
  bare.push(
    await timed(() =>
      db.execute(sql`
        insert into bare_tasks (partner_id, definition_id, task_name, due_date, task_type)
        select id, gen_random_uuid(), 'Hang the posters', now(), 'physical' from partner_profiles`),
    ),
  )
}
const { rows: given } = await db.execute<{ tasks: number }>(
  sql`select count(*)::int as tasks from partner_tasks`,
)
if (given[0]?.tasks !== partners * rounds) throw new Error(`${given[0]?.tasks} of ${partners * rounds} tasks`)
await db.execute(sql`vacuum analyze partner_tasks`)
const after = await listTimes()

process.stdout.write(`${partners} partners\n`)
report(
  'The request',
  'ms',
  requests,
  { name: 'bare insert of all rows', values: bare },
  {
    text: 'within 100 ms',
    reached: (own) => own <= 100,
  },
)
report(
  'All partners have it',
  'ms',
  spreads,
  { name: 'bare insert of all rows', values: bare },
  {
    text: 'within 10,000 ms',
    reached: (own) => own <= 10_000,
  },
)
report(
  'The list of one partner',
  'ms',
  after,
  { name: 'with as many tasks of their own', values: before },
  {
    text: 'at most half as long again',
    reached: (own, other) => own <= other * 1.5,
  },
)

await jobs.stop()
await db.$client.end()
await postgres.stop()
