import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/client.ts'
import { partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { users } from '#server/db/schema/users.ts'
import { type Jobs, startJobs } from '#server/jobs/jobs.ts'
import { profileForm } from '#test/factories.ts'
import { waitForLockWaits } from '#test/locks.ts'
import { openLog } from '#test/log.ts'
import { createSeries } from '#test/plan-rows.ts'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { rounds } from '#test/rounds.ts'
import { type ServerProcess, startServerProcess } from '#test/server-process.ts'

// There are more partners than one transaction gives a task to.
const partners = 130
const weeks = rounds({ short: 2, long: 5 })
const dueDates = Array.from(
  { length: weeks },
  (_, week) => new Date(Date.now() + (1 + week * 7) * 86_400_000),
)

const postgresUrl = inject('postgresUrl')
const name = `killed_${randomUUID().replaceAll('-', '')}`
let db: Database
let jobs: Jobs
let dataDir: string
let databaseUrl: string
let processes: ServerProcess[] = []

const startOne = async () => {
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'off', PORT: '0' }
  processes.push(await startServerProcess(environment))
}
const killAll = async () => {
  await Promise.all(processes.map((each) => each.stop('SIGKILL')))
  processes = []
}

beforeAll(async () => {
  databaseUrl = await createDatabase(postgresUrl, name, inject('templateDatabase'))
  dataDir = await mkdtemp(join(tmpdir(), 'killed-processes-'))
  db = openDatabase({ connectionString: databaseUrl }, () => {})
  jobs = await startJobs({ connectionString: databaseUrl }, openLog().logger)
  const accounts = Array.from({ length: partners }, (_, index) => ({ email: `hall-${index}@example.test` }))
  const created = await db.insert(users).values(accounts).returning({ userId: users.id })
  await db.insert(partnerProfiles).values(
    created.map(({ userId }) => ({
      ...profileForm,
      preferredCommunicationMethod: 'email' as const,
      marketingPreferredCommunicationMethod: 'email' as const,
      userId,
      onboardingStatus: 'completed' as const,
    })),
  )
  await startOne()
})
afterAll(async () => {
  await killAll()
  await jobs.stop()
  await db.$client.end()
  await dropDatabase(postgresUrl, name)
  await rm(dataDir, { recursive: true, force: true })
})

const rowsNow = () => db.$count(partnerTasks)

/** Moves on to the next minute: the killed job has timed out, and the job runs again. */
const runAgain = async () => {
  await db.execute(sql`
    update pgboss.job set state = 'retry', start_after = now() where name = 'share-task' and state in ('active', 'retry')`)
  await jobs.enqueue(db, 'due-series', {})
  // Any new job wakes the queue.
  await jobs.enqueue(db, 'share-task', { id: crypto.randomUUID(), actorId: null, overwritten: [] })
}

/** Kills the process at the statement that waits for a lock, and starts another. Returns the number of rows in between. */
const killAt = async (lock: SQL) => {
  await db.transaction(async (tx) => {
    await tx.execute(lock)
    await db.update(taskSeries).set({ stoppedAt: null })
    await jobs.enqueue(db, 'due-series', {})
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const waiting = () =>
      db.execute(sql`select from pg_stat_activity where ${rows[0]?.pid}::int = any(pg_blocking_pids(pid))`)
    await expect.poll(async () => (await waiting()).rows.length, { timeout: 60_000 }).toBeGreaterThan(0)
    await killAll()
  })
  await waitForLockWaits({ db }, 0)
  // Stopped series keep the job of the next minute from creating the tasks before it can be killed.
  await db.update(taskSeries).set({ stoppedAt: new Date() })
  const rows = await rowsNow()
  await startOne()
  return rows
}

test('each time of a recurring task is created once for each partner, when processes are killed in the middle of creating it', async () => {
  const total = 2 * dueDates.length * partners
  const series = { startsAt: dueDates[0], timeZone: 'UTC', leadDays: weeks * 7 - 5, assignedGroup: null }
  for (const _each of [1, 2]) await createSeries({ db }, { ...series, stoppedAt: new Date() })
  // The process is killed after the task for all was created, and before any partner has it.
  expect(await killAt(sql`select pg_advisory_xact_lock(1204911)`)).toBe(0)
  // Now some partners have rows, but have not been notified.
  expect(await killAt(sql`lock table notifications in share mode`)).toBe(0)
  // Now the first partners have the task, and the rest do not.
  const begun = await killAt(sql`
    select from partner_profiles where id = (select id from partner_profiles order by ctid desc limit 1) for update`)
  expect(begun).toBeGreaterThan(0)
  expect(begun).toBeLessThan(total)

  // Two processes create the rest.
  await startOne()
  await db.update(taskSeries).set({ stoppedAt: null })
  await expect
    .poll(
      async () => {
        await runAgain()
        return rowsNow()
      },
      { timeout: 120_000, interval: 1_000 },
    )
    .toBe(total)
  const { rows } = await db.execute(sql`
    select series.occurrences, array_agg(shared.occurrence order by shared.occurrence) as numbers,
      array_agg(extract(epoch from shared.due_date) * 1000 order by shared.occurrence)::float8[] as "dueDates"
    from task_series series join task_definitions shared on shared.series_id = series.id group by series.id`)
  const once = {
    occurrences: dueDates.length,
    numbers: dueDates.map((_, index) => index + 1),
    dueDates: dueDates.map(Number),
  }
  expect(rows).toEqual([once, once])
  const countOf = async (what: SQL) => (await db.execute<{ count: number }>(what)).rows[0]?.count
  expect(
    await countOf(sql`select count(distinct (definition_id, partner_id))::int as count from partner_tasks`),
  ).toBe(total)
  expect(
    await countOf(sql`select count(*)::int as count from notifications where kind = 'task_assigned'`),
  ).toBe(total)
  expect(
    await countOf(
      sql`select count(*)::int as count from partner_activities where activity_type = 'task_created'`,
    ),
  ).toBe(total)
})
