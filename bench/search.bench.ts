// The search of everything with 100,000 users, half of them partners, 100,000 tasks, 50,000 files and 20,000 conversations of twenty
// messages, by staff and by a partner, compared with bare Fastify and pg that run the same statements. Goals: 0.7 of their rate; 99 of 100
// responses within 30 ms, whatever is searched for.
import type { Database } from '#server/db/client.ts'
import { searchScopeOf } from '#server/features/search/access.ts'
import { searchAll } from '#server/features/search/data.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { compareWithBare, reportLatency } from './compare-with-bare.ts'
import { noBudgets } from './no-budgets.ts'
import { seedInbox } from './seed-inbox.ts'
import { seededWord, seedLibrary } from './seed-library.ts'
import { seedTasks } from './seed-tasks.ts'

const maxMs = 30
const searches = {
  'the most frequent word': seededWord(0),
  'a usual word': seededWord(400),
  'a word of files and messages alone': seededWord(900),
  'two words': `${seededWord(400)} ${seededWord(40)}`,
  'what begins a word': seededWord(400).slice(0, 3),
  'two letters': seededWord(400).slice(0, 2),
  'a business': 'hall 4711',
  'the most frequent business': 'hall',
  'a word of nothing': 'zebra',
}

const reading = (search: string) => async (db: Database, user: SignedInUser) => {
  const scope = searchScopeOf(user)
  if (scope) await searchAll(db, scope, search)
}

const postgres = await startTestPostgres()
try {
  const portal = await startServerProcess({ DATABASE_URL: postgres.url, DEMO: 'on', PORT: '0', ...noBudgets })
  try {
    await seedInbox(postgres.url, 20_000, 100_000)
    await seedLibrary(postgres.url, 50_000)
    await seedTasks(postgres.url)
    for (const [who, email] of [
      ['staff', 'support@demo.test'],
      ['a partner', 'partner@demo.test'],
    ] as const) {
      const measured = {
        url: portal.url,
        databaseUrl: postgres.url,
        cookie: await demoCookie(portal.url, email),
      }
      for (const [kind, search] of Object.entries(searches)) {
        const what = `${who}: a search for ${kind}`
        const path = `/api/search?q=${encodeURIComponent(search)}`
        if (kind === 'a usual word' || kind === 'a business')
          await compareWithBare(measured, what, path, reading(search))
        await reportLatency(measured, what, path, maxMs)
      }
    }
  } finally {
    await portal.stop()
  }
} finally {
  await postgres.stop()
}
