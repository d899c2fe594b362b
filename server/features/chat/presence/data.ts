import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { isAnyPresent, lastSeenInConversation, peopleOfConversation } from '#server/db/people.ts'
import { chatConversations, chatMails, chatPresence, chatProcesses } from '#server/db/schema/chat.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { users } from '#server/db/schema/users.ts'

// Leases use the database's clock, since the clocks of the processes may differ.
const leaseEnd = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`
const isAlive = gt(chatProcesses.aliveUntil, sql`clock_timestamp()`)

/** A user who has connected or left. */
export interface PresenceChange {
  userId: string
  isStaff: boolean
}

/** Returns false when the process has no row: it has not been written yet, or it was removed because the lease expired. */
export const renewProcess = async (db: Executor, id: string, seconds: number) => {
  const renewed = await db
    .update(chatProcesses)
    .set({ aliveUntil: leaseEnd(seconds) as unknown as Date })
    .where(eq(chatProcesses.id, id))
    .returning({ id: chatProcesses.id })
  return renewed.length === 1
}

/** Begins the lease of a process, or renews one that ran out while nobody was connected. */
export const upsertProcess = async (db: Executor, id: string, seconds: number) => {
  const aliveUntil = leaseEnd(seconds) as unknown as Date
  await db
    .insert(chatProcesses)
    .values({ id, aliveUntil })
    .onConflictDoUpdate({ target: chatProcesses.id, set: { aliveUntil } })
}

/** Stores that users are present in a process. Users who have been deleted are left out. */
export const addPresent = async (db: Executor, processId: string, userIds: string[]) => {
  await db
    .insert(chatPresence)
    .select(
      db
        .select({
          processId: sql<string>`${processId}::uuid`.as('process_id'),
          userId: users.id,
          isStaff: sql<boolean>`${users.role} <> 'user'`.as('is_staff'),
        })
        .from(users)
        .where(inArray(users.id, userIds)),
    )
    .onConflictDoNothing()
}

export const removePresent = async (db: Executor, processId: string, userIds: string[]) => {
  await db
    .delete(chatPresence)
    .where(and(eq(chatPresence.processId, processId), inArray(chatPresence.userId, userIds)))
}

/** Marks users as back, so that they are emailed again about later messages. */
export const clearEmailMarks = async (db: Executor, userIds: string[]) => {
  await db
    .update(chatMails)
    .set({ backAt: sql`now()` })
    .where(and(inArray(chatMails.userId, userIds), isNull(chatMails.backAt)))
}

/** Removes a process and the presence of its users. Returns these users. */
export const removeProcess = async (db: Executor, id: string) => {
  const removed = await db
    .delete(chatPresence)
    .where(eq(chatPresence.processId, id))
    .returning({ userId: chatPresence.userId, isStaff: chatPresence.isStaff })
  await db.delete(chatProcesses).where(eq(chatProcesses.id, id))
  return removed
}

/** Returns the processes whose lease has expired, and locks them. */
export const lockDeadProcesses = async (db: Executor) => {
  const dead = await db
    .select({ id: chatProcesses.id })
    .from(chatProcesses)
    .where(lt(chatProcesses.aliveUntil, sql`clock_timestamp()`))
    .for('update', { skipLocked: true })
  return dead.map(({ id }) => id)
}

/** Returns those of these users who have a chat open in any process. */
export const listPresent = async (db: Executor, userIds: string[]) => {
  const rows = await db
    .selectDistinct({ id: chatPresence.userId })
    .from(chatPresence)
    .innerJoin(chatProcesses, and(eq(chatProcesses.id, chatPresence.processId), isAlive))
    .where(inArray(chatPresence.userId, userIds))
  return new Set(rows.map(({ id }) => id))
}

/** Selects the conversations of users: their own, and those of their partners. */
const conversationsOf = (db: Executor, userIds: string[]) => {
  const { id, userId, partnerId } = chatConversations
  const ofPartners = db
    .select({ id })
    .from(partnerMembers)
    .innerJoin(chatConversations, eq(partnerId, partnerMembers.partnerId))
    .where(inArray(partnerMembers.userId, userIds))
  return db.select({ id }).from(chatConversations).where(inArray(userId, userIds)).union(ofPartners)
}

/**
 * Returns whether any person of a conversation has the chat open, and when one of them last used the portal.
 * @param which one conversation, or all conversations of some users
 */
export const listConversationPresence = (
  db: Executor,
  which: { conversationId: string } | { userIds: string[] },
) => {
  const { id } = chatConversations
  return db
    .select({ id, present: isAnyPresent(peopleOfConversation), lastSeenAt: lastSeenInConversation })
    .from(chatConversations)
    .where(
      'conversationId' in which
        ? eq(id, which.conversationId)
        : inArray(id, conversationsOf(db, which.userIds)),
    )
}

/** Records that these users were seen just now. Skips rows that are locked, so that this cannot deadlock. */
export const recordSeen = async (db: Executor, userIds: string[]) => {
  await db.execute(sql`
    with seen as (
      select id from ${users} where ${inArray(users.id, userIds)} for no key update skip locked
    )
    update ${users} set last_seen_at = clock_timestamp() from seen where ${users.id} = seen.id`)
}

export const isTeamPresent = async (db: Executor) => {
  const rows = await db
    .select({ id: chatPresence.userId })
    .from(chatPresence)
    .innerJoin(chatProcesses, and(eq(chatProcesses.id, chatPresence.processId), isAlive))
    .where(eq(chatPresence.isStaff, true))
    .limit(1)
  return rows.length > 0
}
