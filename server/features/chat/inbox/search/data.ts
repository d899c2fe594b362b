import { and, type SQL, sql } from 'drizzle-orm'
import { maxSearchResults } from '#contract/chat/inbox.ts'
import type { Database } from '#server/db/client.ts'
import { chatConversations, chatMessages, chatNotes } from '#server/db/schema/chat.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { containsPatterns, patternsOf } from '#server/db/search.ts'
import { readSearch } from '#server/features/resources/search/data.ts'
import { type ConversationFilter, type ConversationOrder, ofKind, orderedBy } from '../data.ts'

// What an index finds up to here is sorted faster than the newest conversations are looked at one after the other; of what is
// more frequent, the first few of those hold enough.
const mostByIndex = 10_000

/** The tables that are searched: the condition on a row of each, and the conversation to which the row belongs. */
const searchedTables = (search: string) => {
  const patterns = patternsOf(search)
  // Null where there is no word in the search: that finds nothing.
  const words = sql`${readSearch(search)?.text ?? null}::tsquery`
  return [
    {
      table: users,
      conversation: users.id,
      has: sql`(${containsPatterns(sql`${users.searchText}`, patterns)})`,
    },
    {
      table: partnerProfiles,
      conversation: partnerProfiles.userId,
      has: sql`(${containsPatterns(sql`${partnerProfiles.searchText}`, patterns)})`,
    },
    {
      table: chatMessages,
      conversation: chatMessages.conversationId,
      has: sql`${chatMessages.search} @@ ${words}`,
    },
    {
      table: chatNotes,
      conversation: chatNotes.conversationId,
      has: sql`${chatNotes.search} @@ ${words}`,
    },
  ]
}

interface ConversationSearch {
  search: string
  filter: ConversationFilter
  order: ConversationOrder
  /** The id of the staff member who searches. */
  mine: string
}

const selectFound = (
  db: Database,
  { search, filter, order, mine }: ConversationSearch,
  { from, until }: { from: number; until: number },
) => {
  const places = searchedTables(search)
  const byIndex = places.map(
    ({ table, conversation, has }) =>
      sql`(select ${conversation} as id from ${table} where ${has} limit ${sql.raw(`${mostByIndex}`)})`,
  )
  // As values, not as a join: a join would begin by collecting all that there are. `is true` keeps the indexes out, which would collect
  // them for each conversation.
  const inOrder = places.map(
    ({ table, conversation, has }) =>
      sql`(select true from ${table} where ${conversation} = ${chatConversations.userId} and (${has}) is true limit 1)`,
  )
  const ordered = sql.join(orderedBy(order), sql`, `)
  const chosen = (has: SQL) => sql`
    select ${chatConversations.userId} as id, row_number() over (order by ${ordered}) as place
    from ${chatConversations}
    where ${and(ofKind(filter, mine), has)}
    order by ${ordered} limit ${sql.raw(`${maxSearchResults}`)}`
  const found = sql`
    (with hits as materialized (${sql.join(byIndex, sql` union all `)}),
    frequent as materialized (select count(*) >= ${sql.raw(`${mostByIndex}`)} as yes from hits),
    found as materialized (
      (${chosen(sql`not (select yes from frequent) and ${chatConversations.userId} in (select id from hits)`)})
      union all
      (${chosen(sql`(select yes from frequent) and coalesce(${sql.join(inOrder, sql`, `)}, false)`)}))
    select count(*)::int as total,
      coalesce((array_agg(id order by place))[${from}::int:${until}::int], '{}') as ids
    from found) as answer`
  return db.select({ total: sql<number>`answer.total`, ids: sql<string[]>`answer.ids` }).from(found)
}

/**
 * Finds conversations, the first `mostFound` in their order: how many there are of them, and which stand on a page. What is
 * rare is found by the indexes; of what is frequent the conversations are gone through in their order until there are enough.
 */
export const searchConversations = async (
  db: Database,
  search: ConversationSearch,
  { page = 1, limit = maxSearchResults }: { page?: number | undefined; limit?: number | undefined },
) => {
  const [answer] = await selectFound(db, search, { from: (page - 1) * limit + 1, until: page * limit })
  return answer ?? { total: 0, ids: [] }
}
