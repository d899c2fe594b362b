import { and, asc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Executor } from '#server/db/client.ts'
import { findRow, returnedRow } from '#server/db/rows.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { calendarFeeds } from '#server/db/schema/calendar-feeds.ts'
import { partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { users } from '#server/db/schema/users.ts'
import { isNotDeleted, isOpen } from '#server/features/tasks/data.ts'
import { pick } from '#server/pick.ts'

export const getFeed = (db: Executor, userId: string) =>
  findRow(db.select().from(calendarFeeds), eq(calendarFeeds.userId, userId))

/** Creates the address of a user, or exchanges it. */
export const saveFeed = (db: Executor, userId: string, token: string) =>
  returnedRow(
    db
      .insert(calendarFeeds)
      .values({ userId, token })
      .onConflictDoUpdate({ target: calendarFeeds.userId, set: { token, createdAt: sql`now()` } })
      .returning(),
  )

/** Answers whether there was one. */
export const deleteFeed = async (db: Executor, userId: string) => {
  const deleted = await db
    .delete(calendarFeeds)
    .where(eq(calendarFeeds.userId, userId))
    .returning({ userId: calendarFeeds.userId })
  return deleted.length > 0
}

/** The user whose address has this token, as they are now. Undefined also for one who is disabled. */
export const findFeedUser = async (db: Executor, token: string) => {
  const [user] = await db
    .select({
      ...pick(users, 'id', 'role', 'partnerGroup'),
      partnerId: partnerProfiles.id,
    })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .leftJoin(partnerProfiles, eq(partnerProfiles.userId, users.id))
    .where(and(eq(calendarFeeds.token, token), isNull(users.disabledAt)))
  return user
}

/** Which time a feed covers, and how many of each kind it has at most: first those to come, the next one first. */
export interface FeedTime {
  now: Date
  from: Date
  until: Date
  limit: number
}

const isWithin = (column: PgColumn, { from, until }: FeedTime) => and(gte(column, from), lt(column, until))

const comingFirst = (column: PgColumn, { now }: FeedTime) => {
  const moment = sql`${now.toISOString()}::timestamptz`
  return [sql`${column} < ${moment}`, sql`abs(extract(epoch from ${column} - ${moment}))`]
}

/** Of a partner, or of all. */
export const listFeedActivations = (db: Executor, time: FeedTime, partnerId: string | null) =>
  db
    .select({
      ...pick(partnerActivations, 'id', 'name', 'activationDate', 'endsAt', 'place'),
      ...pick(partnerActivations, 'description', 'createdAt', 'updatedAt'),
      businessName: partnerProfiles.businessName,
    })
    .from(partnerActivations)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerActivations.partnerId))
    .where(
      and(
        // What began before and still goes on is in it.
        sql`tstzrange(${partnerActivations.activationDate}, coalesce(${partnerActivations.endsAt}, ${partnerActivations.activationDate}), '[]')
          && tstzrange(${time.from.toISOString()}, ${time.until.toISOString()})`,
        partnerId === null ? undefined : eq(partnerActivations.partnerId, partnerId),
      ),
    )
    .orderBy(...comingFirst(partnerActivations.activationDate, time), asc(partnerActivations.id))
    .limit(time.limit)

/** The open tasks of a partner, or those that a member of staff looks after and one partner has alone. */
export const listFeedTasks = (
  db: Executor,
  time: FeedTime,
  of: { partnerId: string } | { ownerId: string },
) =>
  db
    .select({
      ...pick(partnerTasks, 'id', 'taskName', 'dueDate', 'instructions', 'createdAt', 'updatedAt'),
      businessName: partnerProfiles.businessName,
    })
    .from(partnerTasks)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerTasks.partnerId))
    .where(
      and(
        isWithin(partnerTasks.dueDate, time),
        isOpen,
        isNotDeleted,
        'partnerId' in of
          ? eq(partnerTasks.partnerId, of.partnerId)
          : and(
              eq(partnerTasks.ownerId, of.ownerId),
              sql`exists (select from task_definitions as definition
              where definition.id = ${partnerTasks.definitionId} and definition.is_for_one)`,
            ),
      ),
    )
    .orderBy(...comingFirst(partnerTasks.dueDate, time), asc(partnerTasks.id))
    .limit(time.limit)

/** The tasks for several partners that one of them has not completed. */
export const listFeedTaskDefinitions = (db: Executor, time: FeedTime) =>
  db
    .select(pick(taskDefinitions, 'id', 'taskName', 'dueDate', 'instructions', 'createdAt', 'updatedAt'))
    .from(taskDefinitions)
    .where(
      and(
        isWithin(taskDefinitions.dueDate, time),
        isNull(taskDefinitions.deletedAt),
        eq(taskDefinitions.isForOne, false),
        sql`exists (select from partner_tasks as own where own.definition_id = "task_definitions"."id"
          and own.status <> 'completed' and own.deleted_at is null)`,
      ),
    )
    .orderBy(...comingFirst(taskDefinitions.dueDate, time), asc(taskDefinitions.id))
    .limit(time.limit)
