// Other calls while fifty clients each request an export of 50,000 partners and read nothing, and while fifty read 10 KB a second:
// the p99 of a page of the partner list, compared with the p99 without exports. Goal: at most three times as long. The portal serves two
// exports at a time, and cuts off a client that reads nothing but not one that reads slowly.
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase, startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { openReader } from '#test/slow-reader.ts'
import { noBudgets } from './no-budgets.ts'
import { report } from './report.ts'
import { seedUsers } from './seed-users.ts'

const users = 100_000
const readers = 50
const slowBytesPerSecond = 10_000
const callers = 4
const pauseMs = 5
const warmingSeconds = 5
// This is longer than a client may read nothing (20 s), and longer than an export waits for its turn (30 s).
const seconds = 45
const maxRatio = 3
const callPath = '/api/admin/partners-with-user-info?limit=10'
const exportPath = '/api/admin/partners/export'

const postgres = await startTestPostgres()

/** Returns the 99th percentile of the duration of a call, in milliseconds. Every call has to succeed. */
const measureCalls = async (url: string, cookie: string, duration: number) => {
  const until = performance.now() + duration * 1000
  const times: number[] = []
  const callAgain = async () => {
    while (performance.now() < until) {
      const begun = performance.now()
      const response = await fetch(url + callPath, { headers: { cookie } })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`a call was answered with ${response.status}`)
      times.push(performance.now() - begun)
      await delay(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: callers }, callAgain))
  times.sort((one, other) => one - other)
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN
}

const countOf = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length

try {
  const databaseUrl = await createDatabase(postgres.url, 'exports')
  const portal = await startServerProcess({
    DATABASE_URL: databaseUrl,
    DEMO: 'on',
    PORT: '0',
    ...noBudgets,
  })
  await seedUsers(databaseUrl, users)
  const cookie = await demoCookie(portal.url, 'support@demo.test')
  await measureCalls(portal.url, cookie, warmingSeconds)
  const alone = await measureCalls(portal.url, cookie, seconds)

  for (const [what, bytesPerSecond] of Object.entries({
    'read nothing': 0,
    'read 10 KB a second': slowBytesPerSecond,
  })) {
    const exporting = await Promise.all(
      Array.from({ length: readers }, () => openReader(portal.url + exportPath, cookie, { bytesPerSecond })),
    )
    const p99 = await measureCalls(portal.url, cookie, seconds)
    const statuses = await Promise.all(exporting.map(({ status }) => status))
    const cutOff = portal.output().split('a client took nothing of its reply').length - 1
    report(
      `p99 of other calls while ${readers} exports ${what}`,
      'ms',
      [p99],
      { name: 'without', values: [alone] },
      {
        text: `at most ${maxRatio} times as long`,
        reached: (measured, other) => measured <= maxRatio * other,
      },
    )
    process.stdout.write(
      `answered: ${countOf(statuses, 200)}, told to try again: ${countOf(statuses, 503)}, cut off so far: ${cutOff}\n`,
    )
    await Promise.all(exporting.map((reader) => reader.leave()))
  }
  await portal.stop()
} finally {
  await postgres.stop()
}
