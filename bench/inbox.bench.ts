// The inbox with 50,000 conversations and 1,000,000 messages: its pages and searches, by staff, compared with bare Fastify and pg that run
// the same statements. Goals: 0.7 of their rate; a page within 20 ms, and a search within 100 ms, whatever is searched for.
import type { Database } from '#server/db/client.ts'
import {
  countConversations,
  listConversations,
  listConversationsById,
} from '#server/features/chat/inbox/data.ts'
import type { ConversationFilter, ConversationOrder } from '#server/features/chat/inbox/filter/data.ts'
import { searchConversations } from '#server/features/chat/inbox/search/data.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { compareWithBare, reportLatency } from './compare-with-bare.ts'
import { noBudgets } from './no-budgets.ts'
import { seedInbox } from './seed-inbox.ts'
import { seededWord } from './seed-library.ts'

const conversations = 50_000
const limit = 20
const maxPageMs = 20
const maxSearchMs = 100

const postgres = await startTestPostgres()
try {
  const portal = await startServerProcess({ DATABASE_URL: postgres.url, DEMO: 'on', PORT: '0', ...noBudgets })
  try {
    await seedInbox(postgres.url, conversations)
    const cookie = await demoCookie(portal.url, 'support@demo.test')
    const measured = { url: portal.url, databaseUrl: postgres.url, cookie }
    const path = `/api/chat/conversations?limit=${limit}`

    const pages: [what: string, filter: ConversationFilter, order: ConversationOrder][] = [
      ['the first page', 'all', 'newest'],
      ['the first page of what is mine', 'mine', 'newest'],
      ['the first page of what is open, the unread first', 'open', 'unread'],
    ]
    for (const [what, filter, order] of pages) {
      const address = `${path}&filter=${filter}&order=${order}`
      await compareWithBare(measured, `${what} of ${conversations} conversations`, address, (db, user) =>
        Promise.all([
          listConversations(db, { filter, order, mine: user.id }, { page: 1, limit }),
          countConversations(db, { filter, order, mine: user.id }),
        ]),
      )
      await reportLatency(measured, what, address, maxPageMs)
    }

    const searching = (search: string) => async (db: Database, user: SignedInUser) => {
      const what = { search, filter: 'all', order: 'newest', mine: user.id } as const
      await listConversationsById(db, (await searchConversations(db, what, { limit })).ids)
    }
    const searches = {
      'the most frequent word of messages': seededWord(0),
      'a frequent one': seededWord(10),
      'a usual one': seededWord(900),
      'two words': `${seededWord(900)} ${seededWord(400)}`,
      'what begins a word': seededWord(900).slice(0, 4),
      'a rare name': `${seededWord(500)} ${seededWord(599)}`,
      'a business': 'hall 4711',
      'the most frequent business': 'hall',
      'a word of no message': 'zebra',
    }
    for (const [kind, search] of Object.entries(searches)) {
      const address = `${path}&search=${encodeURIComponent(search)}`
      if (kind === 'a usual one' || kind === 'a business')
        await compareWithBare(measured, `a search for ${kind}`, address, searching(search))
      await reportLatency(measured, `a search for ${kind}`, address, maxSearchMs)
    }
  } finally {
    await portal.stop()
  }
} finally {
  await postgres.stop()
}
