// The load that 1, 2 and 4 processes carry behind the documented nginx, with 100,000 users and a PostgreSQL that writes to disk: 70 %
// reads, 20 % page loads and 10 % chat messages. The rate grows until one call in a hundred takes longer than 100 ms; the processor time
// then shows the bottleneck. Needs nginx. Goal: on enough cores, two processes carry 1.7 times the load of one.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '#packages/embedded-postgres/embedded-postgres.ts'
import { newToken, sha256 } from '#server/sessions/sessions.ts'
import { localCertificate } from '#test/local-certificate.ts'
import { startServerProcess } from '#test/server-process.ts'
import { nginx } from '../peers/nginx.ts'
import { end, findFreePort, startProxy } from '../peers/proxied-portal.ts'
import type { Load, Measured, Stage } from './mixed-load.ts'
import { noBudgets } from './no-budgets.ts'
import { processorTime } from './processor-time.ts'
import { report } from './report.ts'
import { seedUsers } from './seed-users.ts'

const processCounts = [1, 2, 4]
const users = 100_000
const partners = 1_000
const staff = 50
const maxMs = 100
const firstRate = 100
const growth = 1.25
const stageSeconds = 15
// V8 compiles what a process runs often.
const warmUp: Stage = { rate: 100, seconds: 30 }

const folder = await mkdtemp(join(tmpdir(), 'ceiling-'))
await chmod(folder, 0o755)
const postgres = await startEmbeddedPostgres({
  dataDir: join(folder, 'database'),
  name: 'partner-portal',
  settings: { shared_buffers: '1GB', max_connections: '200' },
})
const { host, port, user, database } = postgres.connection
const databaseUrl = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

/** Returns session cookies of users with a role and the rights of that role. */
const signIn = async (role: 'user' | 'support', people: number) => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const tokens = Array.from({ length: people }, newToken)
  const { rowCount } = await client.query(
    `insert into sessions (sid, user_id, sess, expire)
     select sid, id, $2::jsonb, now() + interval '12 hours'
     from unnest($1::text[]) with ordinality as given (sid, place)
     join (select users.id, row_number() over (order by users.id) as place from users
           left join partner_profiles on user_id = users.id
           where role = $3 and (role = 'support' or onboarding_status = 'completed')) people using (place)`,
    [tokens.map(sha256), JSON.stringify({ method: 'code', signedInAt: new Date().toISOString() }), role],
  )
  await client.end()
  if (rowCount !== people) throw new Error(`there are only ${rowCount} of ${role}`)
  return tokens.map((token) => `__Host-session=${token}`)
}

/** Reduces the partner team to this many users, since a hundredth of the seeded users are staff. */
const keepTeam = async (people: number) => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(
    `update users set role = 'user' where role <> 'user'
       and id not in (select id from users where role = 'support' order by id limit $1)`,
    [people],
  )
  await client.query('vacuum analyze users')
  await client.end()
}

const startLoad = async (load: Load) => {
  const child = fork(join(import.meta.dirname, 'mixed-load.ts'))
  child.send(load)
  await once(child, 'message')
  return {
    pid: child.pid ?? 0,
    runStage: async (stage: Stage) => {
      child.send(stage)
      const [measured] = await once(child, 'message')
      return measured as Measured
    },
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

const shown = (measured: Measured) =>
  `p50 ${measured.p50.toFixed(1)} ms, p99 ${measured.p99.toFixed(1)} ms, ${measured.failed} of ${measured.calls} failed`

/** Finds the highest rate, in calls per second, at which 99 of 100 calls take 100 ms or less. */
const findCeiling = async (count: number) => {
  const place = {
    folder: await mkdtemp(join(folder, 'proxy-')),
    httpsPort: await findFreePort(),
    httpPort: await findFreePort(),
    portals: await Promise.all(Array.from({ length: count }, () => findFreePort())),
  }
  await chmod(place.folder, 0o755)
  const url = `https://localhost:${place.httpsPort}`
  const portals = []
  for (const portalPort of place.portals) portals.push(await startPortal(portalPort, url))
  const proxy = await startProxy(nginx, place)
  const load = await startLoad({
    url,
    ca: localCertificate.cert,
    partners: await signIn('user', partners),
    staff: await signIn('support', staff),
  })
  const programs = {
    portals: portals.map(({ child }) => child.pid ?? 0),
    PostgreSQL: [await postmaster()],
    nginx: [proxy.pid ?? 0],
    'the load itself': [load.pid],
  }
  try {
    await load.runStage(warmUp)
    let carried = 0
    let hasFailed = false
    for (let rate = firstRate; ; ) {
      const before = await processorTime(programs)
      const begun = performance.now()
      const measured = await load.runStage({ rate, seconds: stageSeconds })
      const seconds = (performance.now() - begun) / 1000
      const after = await processorTime(programs)
      const cores = Object.entries(after).map(([name, used]) => {
        const share = (used - before[name as keyof typeof before]) / seconds
        return `${name} ${share.toFixed(2)}`
      })
      process.stdout.write(`  ${rate}/s: ${shown(measured)}; cores: ${cores.join(', ')}\n`)
      const isCarried = measured.p99 <= maxMs && measured.failed === 0
      // One failure may be caused by other work of the machine.
      if (!isCarried && hasFailed) return carried
      hasFailed = !isCarried
      if (isCarried) {
        carried = rate
        rate = Math.round(rate * growth)
      }
      // Wait, so that leftover work of a stage, such as emails, does not count in the next stage.
      await delay(2_000)
    }
  } finally {
    await load.stop()
    await end(proxy)
    for (const portal of portals) await portal.stop()
  }
}

const postmaster = async () => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ pid: string }>("select pg_read_file('postmaster.pid', 0, 20) as pid")
  await client.end()
  return Number.parseInt(rows[0]?.pid ?? '', 10)
}

const startPortal = (portalPort: number, url: string) =>
  startServerProcess({
    NODE_ENV: 'production',
    PORT: String(portalPort),
    BASE_URL: url,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: 'smtp://127.0.0.1:9',
    COMPANY_NAME: 'Example Health',
    ...noBudgets,
  })

try {
  const first = await startPortal(await findFreePort(), 'https://localhost')
  await first.stop()
  await seedUsers(databaseUrl, users)
  await keepTeam(staff)
  const ceilings: number[] = []
  for (const count of processCounts) {
    process.stdout.write(
      `${count} ${count === 1 ? 'process' : 'processes'}, ${availableParallelism()} cores\n`,
    )
    ceilings.push(await findCeiling(count))
  }
  const [one = 0, two = 0] = ceilings
  for (const [place, count] of processCounts.entries()) {
    process.stdout.write(`${count}: ${ceilings[place]} calls a second\n`)
  }
  // The load, nginx and PostgreSQL need cores as well; with fewer cores there is nothing to compare.
  if (availableParallelism() >= 6) {
    report(
      'two processes',
      'calls a second',
      [two],
      { name: 'one process', values: [one] },
      { text: '1.7 times it', reached: (value, other) => value >= 1.7 * other },
    )
  } else {
    process.stdout.write('too few cores to compare two processes with one\n')
  }
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
