// The library with 50,000 files: its first page and a search, by a partner, compared with bare Fastify and pg that run the same
// statements. Goals: 0.7 of their rate; a search within 20 ms.
import type { Database } from '#server/db/client.ts'
import { audienceOf } from '#server/features/resources/access.ts'
import { findResources } from '#server/features/resources/list/data.ts'
import { readSearch, type SearchQuery } from '#server/features/resources/search/data.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { compareWithBare, reportLatency } from './compare-with-bare.ts'
import { noBudgets } from './no-budgets.ts'
import { seededWord, seedLibrary } from './seed-library.ts'

const files = 50_000
const limit = 50
const frequent = seededWord(0)
const rarer = seededWord(40)
const searches = {
  'the most frequent word': frequent,
  'two words': `${frequent} ${rarer}`,
  'a word with a slip': rarer.replace(/(.)(.)$/, '$2$1'),
  'what begins a word': rarer.slice(0, 3),
  'a number': '4711',
}
const maxSearchMs = 20

const postgres = await startTestPostgres()
try {
  const portal = await startServerProcess({ DATABASE_URL: postgres.url, DEMO: 'on', PORT: '0', ...noBudgets })
  try {
    const cookie = await demoCookie(portal.url, 'partner@demo.test')
    const measured = { url: portal.url, databaseUrl: postgres.url, cookie }
    await seedLibrary(postgres.url, files)

    const path = `/api/resources?limit=${limit}`
    const searchPath = (search: string) => `${path}&search=${encodeURIComponent(search)}`
    // The bare server responds with the rows of its first statement, so the statement of the list must come before that of the count.
    const reading = (search: SearchQuery | null) => (db: Database, user: SignedInUser) =>
      findResources(db, audienceOf(user), { search }, { page: 1, limit })

    await compareWithBare(measured, `the first page of ${files} files`, path, reading(null))
    const what = 'a search for a frequent word'
    await compareWithBare(measured, what, searchPath(frequent), reading(readSearch(frequent)))
    for (const [kind, search] of Object.entries(searches)) {
      await reportLatency(measured, `a search for ${kind}`, searchPath(search), maxSearchMs)
    }
  } finally {
    await portal.stop()
  }
} finally {
  await postgres.stop()
}
