// The user list with 100,000 users and 50,000 partners: its first page, a search of six letters, a filter and the partner picker, by staff,
// compared with bare Fastify and pg that run the same statements. Goals: 0.7 of their rate; each response within 20 ms, or within 40 ms for
// what a twelfth of all users match, since all matches are counted; a million users take at most three times as long as ten thousand;
// an export of all partners grows memory by less than 50 MB.
import type { Database } from '#server/db/client.ts'
import { countPartners, listPartnerChoices } from '#server/features/partners/data.ts'
import { countUsers, listUsers, type UserFilter } from '#server/features/users/data.ts'
import { createDatabase, startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { compareWithBare, measureRate, reportLatency } from './compare-with-bare.ts'
import { noBudgets } from './no-budgets.ts'
import { memoryGrowth } from './process-memory.ts'
import { report } from './report.ts'
import { seededWord } from './seed-library.ts'
import { seedUsers } from './seed-users.ts'

const rounds = 5
const limit = 10
const maxMs = 20
const maxFrequentMs = 40
const maxGrowth = 50
// Two names of six letters: the one that every twelfth user has, and one of average frequency.
const names = [...Array(600).keys()].map(seededWord).filter((name) => name.length === 6)
const [frequent = '', usual = ''] = [names[0], names[100]]

const postgres = await startTestPostgres()

const startSeeded = async (users: number) => {
  const databaseUrl = await createDatabase(postgres.url, `users_${users}`)
  const portal = await startServerProcess({ DATABASE_URL: databaseUrl, DEMO: 'on', PORT: '0', ...noBudgets })
  await seedUsers(databaseUrl, users)
  return { ...portal, databaseUrl, cookie: await demoCookie(portal.url, 'support@demo.test') }
}

type Portal = Awaited<ReturnType<typeof startSeeded>>

const compare = async (
  portal: Portal,
  what: string,
  path: string,
  read: (db: Database) => Promise<unknown>,
  maxLatencyMs = maxMs,
) => {
  await compareWithBare(portal, what, path, read)
  await reportLatency(portal, what, path, maxLatencyMs)
}

const list = '/api/admin/users-with-partner-status'
const all: UserFilter = { search: null, partnerGroup: null }
const reading = (filter: UserFilter) => (db: Database) =>
  Promise.all([listUsers(db, filter, { page: 1, limit }), countUsers(db, filter)])

const compareAll = async (portal: Portal) => {
  await compare(portal, 'the first page of 100,000 users', `${list}?limit=${limit}`, reading(all))
  for (const [what, search] of Object.entries({
    'a usual name': usual,
    'the most frequent name': frequent,
  })) {
    const path = `${list}?limit=${limit}&search=${search}`
    const maxLatencyMs = search === frequent ? maxFrequentMs : maxMs
    await compare(portal, `a search for ${what}`, path, reading({ ...all, search }), maxLatencyMs)
  }
  await compare(
    portal,
    'the users of one group',
    `${list}?limit=${limit}&role=user&partnerGroup=Group+07`,
    reading({ ...all, role: 'user', partnerGroup: 'Group 07' }),
  )
  await compare(portal, 'the partner picker', `/api/admin/partners?limit=20&search=${usual}`, (db) =>
    Promise.all([
      listPartnerChoices(db, usual, { page: 1, limit: 20 }),
      countPartners(db, { search: usual }),
    ]),
  )
}

const measureExport = async (portal: Portal) => {
  const download = async () => {
    const response = await fetch(`${portal.url}/api/admin/partners/export`, {
      headers: { cookie: portal.cookie },
    })
    let lines = 0
    for await (const chunk of response.body ?? [])
      lines += Buffer.from(chunk).toString('latin1').split('\r\n').length - 1
    if (lines < 49_000) throw new Error(`the export has ${lines} lines`)
  }
  // The first export loads code, so only the growth of later ones counts.
  await download()
  const growths: number[] = []
  for (let round = 0; round < rounds; round++)
    growths.push(await memoryGrowth(portal.child.pid ?? 0, download))
  report(
    'an export of 50,000 partners grows memory',
    'MB',
    growths,
    { name: 'the goal', values: [maxGrowth] },
    {
      text: 'less than it',
      reached: (measured, other) => measured < other,
    },
  )
}

const compareSizes = async () => {
  const [small, large] = [await startSeeded(10_000), await startSeeded(1_000_000)]
  const times = { small: [] as number[], large: [] as number[] }
  const perPage = async ({ url, cookie }: Portal) =>
    1000 / (await measureRate(`${url}${list}?limit=${limit}`, { cookie }))
  await perPage(small)
  await perPage(large)
  for (let round = 0; round < rounds; round++) {
    times.small.push(await perPage(small))
    times.large.push(await perPage(large))
  }
  await small.stop()
  await large.stop()
  report(
    'the first page of 1,000,000 users',
    'ms',
    times.large,
    { name: 'of 10,000', values: times.small },
    {
      text: 'at most three times as long',
      reached: (measured, other) => measured <= 3 * other,
    },
  )
}

try {
  const portal = await startSeeded(100_000)
  await compareAll(portal)
  await measureExport(portal)
  await portal.stop()
  await compareSizes()
} finally {
  await postgres.stop()
}
