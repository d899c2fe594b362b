import { and, asc, eq, gte, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Executor } from '#server/db/client.ts'
import { findRow, returnedRow } from '#server/db/rows.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { calendarFeeds } from '#server/db/schema/calendar-feeds.ts'
import { memberships, ownPartnerFirst } from '#server/db/schema/partner-members.ts'
import { partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { users } from '#server/db/schema/users.ts'
import { obligationName } from '#server/features/obligations/data.ts'
import { isNotDeleted, isOpen } from '#server/features/tasks/data.ts'
import { pick } from '#server/pick.ts'
import type { CalendarPartner } from '../access.ts'
import { isSeenBy, momentOfObligation } from '../data.ts'

export const getFeed = (db: Executor, userId: string) =>
  findRow(db.select().from(calendarFeeds), eq(calendarFeeds.userId, userId))

/** Stores the address of a user's calendar, in place of an earlier one. */
export const saveFeed = (db: Executor, userId: string, token: string) =>
  returnedRow(
    db
      .insert(calendarFeeds)
      .values({ userId, token })
      .onConflictDoUpdate({ target: calendarFeeds.userId, set: { token, createdAt: sql`now()` } })
      .returning(),
  )

/** Returns whether there was an address to delete. */
export const deleteFeed = async (db: Executor, userId: string) => {
  const deleted = await db
    .delete(calendarFeeds)
    .where(eq(calendarFeeds.userId, userId))
    .returning({ userId: calendarFeeds.userId })
  return deleted.length > 0
}

/**
 * Returns the current state of the user whose address has this token, with all partners that the user belongs to; undefined when there is
 * none, or the user is disabled.
 */
export const findFeedUser = async (db: Executor, token: string) => {
  const rows = await db
    .select({
      ...pick(users, 'id', 'role'),
      ...pick(memberships, 'partnerId', 'partnerGroup', 'canSign'),
    })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .where(and(eq(calendarFeeds.token, token), isNull(users.disabledAt)))
    .orderBy(...ownPartnerFirst)
  const [user] = rows
  const partners = rows.flatMap(({ partnerId, partnerGroup, canSign }) =>
    partnerId === null ? [] : [{ partnerId, partnerGroup, canSign: canSign ?? false }],
  )
  return user && { ...pick(user, 'id', 'role'), partners }
}

/** The time that a feed covers, and the maximum number of entries of each kind. Future entries come first, nearest first. */
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

/** Lists the activations of these partners, or of all partners for null. */
export const listFeedActivations = (db: Executor, time: FeedTime, partnerIds: string[] | null) =>
  db
    .select({
      ...pick(partnerActivations, 'id', 'partnerId', 'name', 'activationDate', 'endsAt', 'place'),
      ...pick(partnerActivations, 'description', 'createdAt', 'updatedAt'),
      businessName: partnerProfiles.businessName,
    })
    .from(partnerActivations)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerActivations.partnerId))
    .where(
      and(
        // This includes activations that began earlier and have not ended.
        sql`tstzrange(${partnerActivations.activationDate}, coalesce(${partnerActivations.endsAt}, ${partnerActivations.activationDate}), '[]')
          && tstzrange(${time.from.toISOString()}, ${time.until.toISOString()})`,
        ne(partnerActivations.stage, 'canceled'),
        partnerIds === null ? undefined : inArray(partnerActivations.partnerId, partnerIds),
      ),
    )
    .orderBy(...comingFirst(partnerActivations.activationDate, time), asc(partnerActivations.id))
    .limit(time.limit)

/** Lists the open tasks that are for a person of these partners, or those that a member of staff is responsible for and that only one partner has. */
export const listFeedTasks = (
  db: Executor,
  time: FeedTime,
  of: { partnerIds: string[]; userId: string } | { ownerId: string },
) =>
  db
    .select({
      ...pick(
        partnerTasks,
        'id',
        'partnerId',
        'taskName',
        'dueDate',
        'instructions',
        'createdAt',
        'updatedAt',
      ),
      businessName: partnerProfiles.businessName,
    })
    .from(partnerTasks)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerTasks.partnerId))
    .where(
      and(
        isWithin(partnerTasks.dueDate, time),
        isOpen,
        isNotDeleted,
        'partnerIds' in of
          ? and(
              inArray(partnerTasks.partnerId, of.partnerIds),
              or(isNull(partnerTasks.assigneeId), eq(partnerTasks.assigneeId, of.userId)),
            )
          : and(
              eq(partnerTasks.ownerId, of.ownerId),
              sql`exists (select from task_definitions as definition
              where definition.id = ${partnerTasks.definitionId} and definition.is_for_one)`,
            ),
      ),
    )
    .orderBy(...comingFirst(partnerTasks.dueDate, time), asc(partnerTasks.id))
    .limit(time.limit)

/** Lists the tasks for several partners that at least one partner has not completed. */
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

/** Lists the open obligations of these partners that their people may see, or for staff those of the partners that they manage. */
export const listFeedObligations = async (
  db: Executor,
  { from, until, limit, now }: FeedTime,
  of: { partners: CalendarPartner[] } | { managerId: string },
) => {
  const isOfReader = 'partners' in of ? isSeenBy(of.partners) : sql`profile.manager_id = ${of.managerId}`
  const { rows } = await db.execute<{
    id: string
    partnerId: string
    activationId: string | null
    documentId: string
    name: string
    businessName: string
    at: string
    createdAt: string
    updatedAt: string
  }>(sql`
    select own.id, own.partner_id as "partnerId", own.activation_id as "activationId", own.document_id as "documentId",
      ${obligationName(sql`own.kind`)} as name, profile.business_name as "businessName", ${momentOfObligation} as at,
      own.created_at as "createdAt", own.updated_at as "updatedAt"
    from obligations own join partner_profiles profile on profile.id = own.partner_id
    where own.status = 'open' and own.kind not in ('setup', 'end', 'exclusivity')
      and own.due_on between ${from.toISOString()}::timestamptz::date and ${until.toISOString()}::timestamptz::date and ${isOfReader}
    order by own.due_on < ${now.toISOString()}::timestamptz::date, abs(own.due_on - ${now.toISOString()}::timestamptz::date), own.id
    limit ${limit}`)
  return rows.map(({ at, createdAt, updatedAt, ...row }) => ({
    ...row,
    at: new Date(at),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }))
}
