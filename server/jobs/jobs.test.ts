import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { rateLimits } from '#server/db/schema/emails.ts'
import { sessions, signInAddresses, signInAttempts, userCounts } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { createProxiedApp } from '#test/proxied-app.ts'
import type { JobData } from './job-kinds.ts'
import { startJobs } from './jobs.ts'
import { sweep } from './sweep.ts'

const portal = await createTestApp()
const { db, deps, log } = portal
afterAll(portal.close)

const soon = { timeout: 60_000 }
const newJob = (): JobData['sign-in-mail'] => ({ attemptId: crypto.randomUUID(), logId: crypto.randomUUID() })
const queued = async ({ attemptId }: { attemptId: string }) =>
  (await db.execute(sql`select state from pgboss.job where data->>'attemptId' = ${attemptId}`)).rows

describe('a job', () => {
  test('is queued only if its transaction commits', async () => {
    const [lost, committed] = [newJob(), newJob()]
    const failing = db.transaction(async (tx) => {
      await deps.jobs.enqueue(tx, 'sign-in-mail', lost)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await db.transaction((tx) => deps.jobs.enqueue(tx, 'sign-in-mail', committed))
    expect(await queued(lost)).toEqual([])
    expect(await queued(committed)).toEqual([{ state: 'created' }])
    await db.execute(sql`delete from pgboss.job`)
  })

  test('runs once, in one of the processes, and only a failed one is retried', async () => {
    const connection = { connectionString: deps.settings.databaseUrl }
    const processes = await Promise.all([1, 2].map(() => startJobs(connection, log.logger)))
    const done: string[] = []
    const failing = newJob()
    for (const jobs of processes) {
      await jobs.work('sign-in-mail', async ({ attemptId }) => {
        if (attemptId === failing.attemptId) throw new Error('not this time')
        done.push(attemptId)
      })
    }
    const sent = Array.from({ length: 60 }, newJob)
    await Promise.all([...sent, failing].map((job) => deps.jobs.enqueue(db, 'sign-in-mail', job)))
    await expect.poll(() => done.length, soon).toBe(sent.length)
    await expect.poll(() => queued(failing), soon).toEqual([{ state: 'retry' }])
    await Promise.all(processes.map((jobs) => jobs.stop()))
    expect([...done].sort()).toEqual(sent.map(({ attemptId }) => attemptId).sort())
    expect(log.takeErrors()[0]).toMatchObject({ msg: 'job failed', job: 'sign-in-mail' })
  })
})

test('a start changes only the queues whose settings differ', async () => {
  const read = async () => (await db.execute(sql`select * from pgboss.queue order by name`)).rows
  const before = await read()
  await db.execute(sql`update pgboss.queue set retry_limit = 99, notify = false where name = 'sign-in-mail'`)
  const jobs = await startJobs({ connectionString: deps.settings.databaseUrl }, log.logger)
  await jobs.stop()
  const after = await read()
  const changed = before.flatMap((row, index) => {
    const { updated_on: updatedOn, ...settings } = after[index] ?? {}
    expect(row).toMatchObject(settings)
    return Object.is(`${updatedOn}`, `${row.updated_on}`) ? [] : [row.name]
  })
  expect(changed).toEqual(['sign-in-mail'])
})

test('an unreachable or frozen database logs a warning with the cause, and jobs continue afterwards', async () => {
  const { portal: cuttable, proxy } = await createProxiedApp()
  await using app = cuttable
  const jobs = await startJobs({ connectionString: app.deps.settings.databaseUrl }, app.log.logger)
  const done: string[] = []
  await jobs.work('sign-in-mail', async ({ attemptId }) => {
    done.push(attemptId)
  })
  const runsJobs = async () => {
    const job = newJob()
    const enqueue = () => jobs.enqueue(app.db, 'sign-in-mail', job)
    const isQueued = () =>
      enqueue().then(
        () => true,
        () => false,
      )
    await expect.poll(isQueued, soon).toBe(true)
    await expect.poll(() => done, soon).toContain(job.attemptId)
  }
  const warnings = () =>
    app.log.lines
      .filter(({ msg, level }) => msg === 'job queue' && level === 40)
      .map(({ err }) => (err as Error | undefined)?.message)

  await proxy.cut()
  await expect.poll(warnings, soon).toContainEqual(expect.stringContaining('ECONNREFUSED'))
  await proxy.mend()
  await runsJobs()
  // Polls run jobs before the queue listens again, and only a listening connection can time out.
  const listening = sql`select from pg_stat_activity where datname = current_database()
    and application_name = 'partner-portal-jobs' and query ~ '^LISTEN|pg_listening_channels'`
  await expect.poll(async () => (await app.db.execute(listening)).rowCount, soon).toBe(1)
  proxy.freeze()
  await expect.poll(warnings, soon).toContainEqual('LISTEN/NOTIFY heartbeat timed out')
  proxy.thaw()
  await runsJobs()
  await jobs.stop()
  expect(app.log.takeErrors()).toEqual([])
})

test('the sweep deletes what has expired, and nothing else', async () => {
  const user = await createUser(portal)
  await portal.signIn(user)
  await portal.signIn(user)
  await db.execute(sql`update sessions set expire = now() where sid = (select min(sid) from sessions)`)
  const dayAgo = new Date(Date.now() - 25 * 3_600_000)
  const [recent, old] = [user.email, 'old@example.test']
  await db.insert(signInAttempts).values([
    { email: recent, expiresAt: new Date() },
    { email: old, expiresAt: dayAgo },
  ])
  await db.insert(signInAddresses).values([{ email: recent }, { email: old, updatedAt: dayAgo }])
  await db.insert(rateLimits).values([
    { key: 'past', expire: Date.now() - 1000 },
    { key: 'present', expire: Date.now() + 60_000 },
  ])
  const counted = () => db.execute(sql`select sum(users)::int as users from user_counts`)
  const before = (await counted()).rows
  await sweep(deps)
  expect((await counted()).rows).toEqual(before)
  expect(await db.$count(userCounts)).toBe(1)
  expect(await db.$count(sessions)).toBe(1)
  expect((await db.select().from(signInAttempts)).map(({ email }) => email)).toEqual([recent])
  expect((await db.select().from(signInAddresses)).map(({ email }) => email)).toEqual([recent])
  expect((await db.select().from(rateLimits)).map(({ key }) => key)).toEqual(['present'])
})
