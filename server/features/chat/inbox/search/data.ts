import { and, type SQL, sql } from 'drizzle-orm'
import { maxSearchResults } from '#contract/chat/inbox.ts'
import { buildOnce } from '#server/db/build-once.ts'
import type { Database } from '#server/db/client.ts'
import { peopleOfConversation } from '#server/db/people.ts'
import { chatConversations, chatMessages, chatNotes } from '#server/db/schema/chat.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { containsPatterns, patternsOf } from '#server/db/search.ts'
import { readSearch } from '#server/features/resources/search/data.ts'
import { conditionOf, type Listed, orderedBy, type PageShape, shapeOf } from '../filter/data.ts'

// Sorting up to this many index hits is faster than checking the newest conversations one after the other. For terms with more hits,
// checking is faster, because the first few conversations already match.
const maxIndexHits = 5_000

const patternName = (index: number) => `pattern${index}`

/** Returns the searched tables, each with its condition, the column of the hits, and what that column names. */
const searchedTables = (patternCount: number) => {
  const patterns = Array.from({ length: patternCount }, (_, index) => sql.placeholder(patternName(index)))
  // A search without words has null here, which matches nothing.
  const words = sql`${sql.placeholder('words')}::tsquery`
  return [
    {
      table: users,
      kind: 'user',
      id: users.id,
      matches: sql`(${containsPatterns(sql`${users.searchText}`, patterns)})`,
    },
    {
      table: partnerProfiles,
      kind: 'partner',
      id: partnerProfiles.id,
      matches: sql`(${containsPatterns(sql`${partnerProfiles.searchText}`, patterns)})`,
    },
    {
      table: chatMessages,
      kind: 'conversation',
      id: chatMessages.conversationId,
      matches: sql`${chatMessages.search} @@ ${words}`,
    },
    {
      table: chatNotes,
      kind: 'conversation',
      id: chatNotes.conversationId,
      matches: sql`${chatNotes.search} @@ ${words}`,
    },
  ] as const
}

/** The hits of a conversation are its people, its partner, and its messages and notes. */
const idsOfConversation = {
  user: peopleOfConversation,
  partner: sql`(${chatConversations.partnerId})`,
  conversation: sql`(${chatConversations.id})`,
}

/** The conversations of the hits, looked up one by one: a join would read all of them. */
const conversationsOfHits = sql`
  select their.id from hits cross join lateral (
    select hits.id where hits.kind = 'conversation'
    union all select id from ${chatConversations} where hits.kind = 'partner' and partner_id = hits.id
    union all select id from ${chatConversations} where hits.kind = 'user' and user_id = hits.id
    union all select chat.id from ${partnerMembers} as member join ${chatConversations} as chat using (partner_id)
      where hits.kind = 'user' and member.user_id = hits.id) their`

type SearchShape = PageShape & { patternCount: number }

const searchQuery = buildOnce((db, { patternCount, ...shape }: SearchShape) => {
  const sources = searchedTables(patternCount)
  const byIndex = sources.map(
    ({ table, kind, id, matches }) =>
      sql`(select ${id} as id, ${sql.raw(`'${kind}'`)} as kind from ${table} where ${matches} limit ${sql.raw(`${maxIndexHits}`)})`,
  )
  // These are subqueries because a join would first collect all matches. `is true` prevents the use of the search indexes, which would
  // collect all matches for each conversation.
  const inOrder = sources.map(
    ({ table, kind, id, matches }) =>
      sql`(select true from ${table} where ${id} in ${idsOfConversation[kind]} and (${matches}) is true limit 1)`,
  )
  const ordered = sql.join(orderedBy(shape.filter, shape.order), sql`, `)
  const chosen = (matches: SQL) => sql`
    select ${chatConversations.id} as id, row_number() over (order by ${ordered}) as place
    from ${chatConversations}
    where ${and(conditionOf(shape), matches)}
    order by ${ordered} limit ${sql.raw(`${maxSearchResults}`)}`
  const found = sql`
    (with hits as materialized (${sql.join(byIndex, sql` union all `)} limit ${sql.raw(`${maxIndexHits}`)}),
    frequent as materialized (select count(*) >= ${sql.raw(`${maxIndexHits}`)} as yes from hits),
    found as materialized (
      (${chosen(sql`not (select yes from frequent) and ${chatConversations.id} in (${conversationsOfHits})`)})
      union all
      (${chosen(sql`(select yes from frequent) and coalesce(${sql.join(inOrder, sql`, `)}, false)`)}))
    select count(*)::int as total,
      coalesce((array_agg(id order by place))[${sql.placeholder('from')}::int:${sql.placeholder('until')}::int], '{}') as ids
    from found) as answer`
  return db.select({ total: sql<number>`answer.total`, ids: sql<string[]>`answer.ids` }).from(found)
})

/**
 * Finds conversations. Returns how many match, up to `maxSearchResults`, and the ids of one page. Rare terms are looked up in the indexes.
 * For frequent terms, conversations are checked in the order of the list until enough match.
 */
export const searchConversations = async (
  db: Database,
  { search, ...listed }: Listed & { search: string },
  { page = 1, limit = maxSearchResults }: { page?: number | undefined; limit?: number | undefined },
) => {
  const patterns = patternsOf(search)
  const shape = { ...shapeOf(listed), patternCount: patterns.length }
  const [response] = await searchQuery(db, shape).execute({
    ...Object.fromEntries(patterns.map((pattern, index) => [patternName(index), pattern])),
    words: readSearch(search)?.text ?? null,
    ...listed,
    from: (page - 1) * limit + 1,
    until: page * limit,
  })
  return response ?? { total: 0, ids: [] }
}
