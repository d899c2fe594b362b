import autocannon from 'autocannon'
import type { Database } from '#server/db/client.ts'
import { findSession, type SignedInUser } from '#server/sessions/data.ts'
import { sha256 } from '#server/sessions/sessions.ts'
import { startServerProcess } from '#test/server-process.ts'
import { printPlans } from './plans.ts'
import { recordStatements } from './record-statements.ts'
import { report } from './report.ts'

const defaultConnections = 16
const seconds = 3
const rounds = 5

/** Loads a URL for a while. @throws Error when a request was refused or failed */
const load = async (url: string, headers: Record<string, string>, duration: number, connections: number) => {
  const result = await autocannon({ url, connections, duration, headers })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result
}

/** Returns how many requests per second succeed, as the average over `duration` seconds. */
export const measureRate = async (url: string, headers: Record<string, string>, duration = seconds) =>
  (await load(url, headers, duration, defaultConnections)).requests.average

/** A running portal with a signed-in user. */
export interface MeasuredPortal {
  url: string
  databaseUrl: string
  cookie: string
}

/**
 * Reports how many requests per second the portal serves, compared with bare Fastify and pg that run the same statements: the one that
 * finds the session, and those of `read`. Both are warmed up before measuring.
 * @param share the share of the bare rate that the portal has to reach
 */
export const compareWithBare = async (
  { url, databaseUrl, cookie }: MeasuredPortal,
  what: string,
  path: string,
  read: (db: Database, user: SignedInUser) => Promise<unknown>,
  share = 0.7,
) => {
  const statements = await recordStatements(databaseUrl, async (db) => {
    const user = await findSession(db, sha256(cookie.slice(cookie.indexOf('=') + 1)), {
      required: false,
      graceDays: 0,
    })
    if (!user) throw new Error('nobody is signed in')
    await read(db, user)
  })
  process.stdout.write(`${what}\n`)
  await printPlans(databaseUrl, statements.slice(1))
  const bare = await startServerProcess(
    { DATABASE_URL: databaseUrl, STATEMENTS: JSON.stringify(statements) },
    'bench/bare-server.ts',
  )
  const [own, limit]: [number[], number[]] = [[], []]
  try {
    await measureRate(url + path, { cookie }, 1)
    await measureRate(bare.url, {}, 1)
    for (let round = 0; round < rounds; round++) {
      own.push(await measureRate(url + path, { cookie }))
      limit.push(await measureRate(bare.url, {}))
    }
  } finally {
    await bare.stop()
  }
  const others = { name: 'bare Fastify and pg', values: limit }
  report(what, 'requests a second', own, others, {
    text: `${share} of it or better`,
    reached: (measured, other) => measured >= share * other,
  })
}

/** Reports the 99th percentile of the portal's response time to sequential requests. */
export const reportLatency = async (
  { url, cookie }: MeasuredPortal,
  what: string,
  path: string,
  maxMs: number,
) => {
  const { latency } = await load(url + path, { cookie }, seconds, 1)
  const goal = { text: 'within it', reached: (measured: number, other: number) => measured <= other }
  report(`${what}, p99`, 'ms', [latency.p99], { name: 'the goal', values: [maxMs] }, goal)
}
