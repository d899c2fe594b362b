import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { chatConversations, chatPresence, chatProcesses } from './schema/chat.ts'
import { partnerMembers } from './schema/partner-members.ts'
import { users } from './schema/users.ts'

/** Selects the ids of the people of a partner. */
export const peopleOfPartner = (partnerId: SQLWrapper) =>
  sql`(select person.user_id from ${partnerMembers} as person where person.partner_id = ${partnerId} and person.user_id is not null)`

/** Selects the ids of the people of a conversation: those of its partner, or its user. */
export const peopleOfConversation = sql`(${peopleOfPartner(chatConversations.partnerId)}
  union all select ${chatConversations.userId} where ${chatConversations.userId} is not null)`

/** Whether any of these users, given by a column or a subquery, has the chat open. */
export const isAnyPresent = (userIds: SQLWrapper): SQL<boolean> => sql<boolean>`exists (
  select from ${chatPresence} join ${chatProcesses} on ${chatProcesses.id} = ${chatPresence.processId}
  where ${chatPresence.userId} in (${userIds}) and ${chatProcesses.aliveUntil} > clock_timestamp())`

/** When one of the people of a partner last used the portal for it; null if none of them has. */
const lastSeenAtPartner = (partnerId: SQLWrapper) =>
  sql<Date | null>`(select max(seen.last_seen_at) from ${partnerMembers} as seen where seen.partner_id = ${partnerId})`.mapWith(
    users.lastSeenAt,
  )

/** When somebody last used the portal for the partner of a conversation, or its user did. */
export const lastSeenInConversation =
  sql<Date | null>`coalesce(${lastSeenAtPartner(chatConversations.partnerId)},
  (select seen.last_seen_at from ${users} as seen where seen.id = ${chatConversations.userId}))`.mapWith(
    users.lastSeenAt,
  )
