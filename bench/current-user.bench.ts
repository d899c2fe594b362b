// One signed-in read, `GET /api/auth/user`, beside bare Fastify and pg with the same statement. Goal: 0.7 of it.
import { createHash } from 'node:crypto'
import autocannon from 'autocannon'
import { startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { report } from './report.ts'

const connections = 16
const seconds = 4
const rounds = 5

const postgres = await startTestPostgres()
try {
  const portal = await startServerProcess({ DATABASE_URL: postgres.url, DEMO: 'on', PORT: '0' })
  const cookie = await demoCookie(portal.url, 'partner@demo.test')
  const token = cookie.slice(cookie.indexOf('=') + 1)
  const bare = await startServerProcess(
    { DATABASE_URL: postgres.url, SID: createHash('sha256').update(token).digest('hex') },
    'bench/bare-server.ts',
  )

  const measure = async (url: string, headers: Record<string, string>, duration: number) => {
    const result = await autocannon({ url, connections, duration, headers })
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
    return result.requests.average
  }
  const own = () => measure(`${portal.url}/api/auth/user`, { cookie }, seconds)
  const limit = () => measure(bare.url, {}, seconds)

  // Both warm before either counts.
  await measure(`${portal.url}/api/auth/user`, { cookie }, 2)
  await measure(bare.url, {}, 2)
  const [ownRounds, limitRounds]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    ownRounds.push(await own())
    limitRounds.push(await limit())
  }
  await portal.stop()
  await bare.stop()

  report(
    'GET /api/auth/user',
    'requests a second',
    ownRounds,
    { name: 'bare Fastify and pg', values: limitRounds },
    { text: '0.7 of it or better', reached: (measured, other) => measured >= 0.7 * other },
  )
} finally {
  await postgres.stop()
}
