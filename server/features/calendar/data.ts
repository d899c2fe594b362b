import { type SQL, sql } from 'drizzle-orm'
import { operationalKinds } from '#contract/obligations/kinds.ts'
import type { TaskStatus } from '#contract/task-status.ts'
import type { Executor } from '#server/db/client.ts'
import { obligationName } from '#server/features/obligations/data.ts'
import type { CalendarPartner } from './access.ts'
import type { Day } from './days.ts'

/** An entry of one day. `total` is the number of entries that the day has. */
export interface DayRow {
  /** `YYYY-MM-DD` */
  day: string
  total: number
  id: string
  name: string
  at: Date
  endsAt: Date | null
  timeZone: string | null
  place: string | null
  status: TaskStatus | null
  partner: { id: string; fullName: string; businessName: string } | null
  /** What opens an obligation; left out for other entries. */
  opens?: { type: 'activation' | 'agreement'; id: string } | null
}

const dayTable = (days: Day[]) => sql`unnest(
  ${sql.param(days.map(({ day }) => day))}::text[],
  ${sql.param(days.map(({ start }) => start.toISOString()))}::timestamptz[],
  ${sql.param(days.map(({ end }) => end.toISOString()))}::timestamptz[]) as days (day, starts, ends)`

const partner = sql`case when profile.id is null then null else json_build_object(
  'id', profile.id, 'fullName', profile.full_name, 'businessName', profile.business_name) end as partner`

const anyOf = (partnerIds: string[]) => sql`any(${sql.param(partnerIds)}::uuid[])`

/** Whether a row is of one of these partners, or of any partner for null; uses the alias `own`. */
const isOf = (partnerIds: string[] | null) =>
  partnerIds === null ? sql`true` : sql`own.partner_id = ${anyOf(partnerIds)}`

type RawRow = Omit<DayRow, 'at' | 'endsAt'> & { at: string; endsAt: string | null }

const readRows = async (db: Executor, statement: SQL): Promise<DayRow[]> => {
  const { rows } = await db.execute<RawRow & Record<string, unknown>>(statement)
  return rows.map((row) => ({
    ...row,
    at: new Date(row.at),
    endsAt: row.endsAt === null ? null : new Date(row.endsAt),
  }))
}

/** Lists the first activations of each day. An activation of several days is listed on each of them. */
export const listActivationDays = (db: Executor, days: Day[], partnerIds: string[] | null, limit: number) =>
  readRows(
    db,
    sql`
    select days.day, own.total, own.id, own.name, own.activation_date as "at", own.ends_at as "endsAt",
      own.time_zone as "timeZone", own.place, null as status, ${partner}
    from ${dayTable(days)}
    cross join lateral (
      select own.id, own.partner_id, own.name, own.activation_date, own.ends_at, own.time_zone, own.place,
        (count(*) over ())::int as total
      from partner_activations as own
      where own.stage <> 'canceled' and tstzrange(own.activation_date, coalesce(own.ends_at, own.activation_date), '[]')
          && tstzrange(days.starts, days.ends)
        -- One that ends at midnight is not on at the day that begins then.
        and (own.activation_date >= days.starts or own.ends_at > days.starts) and ${isOf(partnerIds)}
      order by own.activation_date, own.id limit ${limit}) as own
    left join partner_profiles as profile on profile.id = own.partner_id
    order by days.day, own.activation_date, own.id`,
  )

/** Lists the first tasks due on each day: those of these partners, or for all partners those that only one partner has. */
export const listTaskDays = (db: Executor, days: Day[], partnerIds: string[] | null, limit: number) => {
  const tasks =
    partnerIds === null
      ? sql`task_definitions as due where due.is_for_one`
      : sql`partner_tasks as due where due.partner_id = ${anyOf(partnerIds)}`
  const dueThen = sql`${tasks} and due.due_date >= days.starts and due.due_date < days.ends and due.deleted_at is null`
  return readRows(
    db,
    // The total is counted separately, because then the index alone answers both queries, without sorting.
    sql`
    select days.day, counted.total, own.id, own.task_name as name, own.due_date as "at", null as "endsAt",
      null as "timeZone", null as place, own.status, ${partner}
    from ${dayTable(days)}
    cross join lateral (select due.id from ${dueThen} order by due.due_date, due.id limit ${limit}) as first
    cross join lateral (select count(*)::int as total from ${dueThen}) as counted
    join partner_tasks as own on own.id = first.id
    left join partner_profiles as profile on profile.id = own.partner_id
    order by days.day, own.due_date, own.id`,
  )
}

/** Whether a row of obligations, with the alias `own`, is one that the readers of a calendar may see. Members who may not sign see few kinds. */
export const isSeenBy = (readers: CalendarPartner[] | null) => {
  if (readers === null) return sql`true`
  const idsOf = (canSign: boolean) =>
    readers.filter((each) => each.canSign === canSign).map((each) => each.partnerId)
  return sql`(own.partner_id = ${anyOf(idsOf(true))} or own.partner_id = ${anyOf(idsOf(false))} and own.kind in ${operationalKinds})`
}

/** The moment of an obligation with the alias `own`: its time at the place, or noon for a whole day. */
export const momentOfObligation = sql`(own.due_on + coalesce(own.time, '12:00')::time) at time zone own.time_zone`

/** Lists the first open obligations that are due on each day, by the calendar of their place. */
export const listObligationDays = (
  db: Executor,
  days: Day[],
  partners: CalendarPartner[] | null,
  limit: number,
) =>
  readRows(
    db,
    sql`
    select days.day, own.total, own.id, ${obligationName(sql`own.kind`)} as name, own.at, null as "endsAt",
      null as "timeZone", null as place, null as status, ${partner}, own.opens
    from ${dayTable(days)}
    cross join lateral (
      select own.id, own.partner_id, own.kind, ${momentOfObligation} as at, (count(*) over ())::int as total,
        case when own.activation_id is null then json_build_object('type', 'agreement', 'id', own.document_id)
          else json_build_object('type', 'activation', 'id', own.activation_id) end as opens
      from obligations as own
      -- The event itself says when it is set up and ends.
      where own.status = 'open' and own.due_on = days.day::date and own.kind not in ('setup', 'end', 'exclusivity')
        and ${isSeenBy(partners)}
      order by own.id limit ${limit}) as own
    left join partner_profiles as profile on profile.id = own.partner_id
    order by days.day, own.at, own.id`,
  )

/** Lists the first tasks for several partners that are due on each day. */
export const listTaskDefinitionDays = (db: Executor, days: Day[], limit: number) =>
  readRows(
    db,
    sql`
    select days.day, own.total, own.id, own.task_name as name, own.due_date as "at", null as "endsAt",
      null as "timeZone", null as place, null as status, null as partner
    from ${dayTable(days)}
    cross join lateral (
      select own.id, own.task_name, own.due_date, (count(*) over ())::int as total
      from task_definitions as own
      where own.due_date >= days.starts and own.due_date < days.ends and own.deleted_at is null and not own.is_for_one
      order by own.due_date, own.id limit ${limit}) as own
    order by days.day, own.due_date, own.id`,
  )

/** Counts for each task for several partners how many have it, and how many have completed it. */
export const countProgress = async (db: Executor, ids: string[]) => {
  if (ids.length === 0) return new Map<string, { partners: number; completed: number }>()
  const { rows } = await db.execute<{ id: string; partners: number; completed: number }>(sql`
    select definition_id as id, count(*)::int as partners,
      (count(*) filter (where status = 'completed'))::int as completed
    from partner_tasks
    where definition_id = any(${sql.param(ids)}::uuid[]) and deleted_at is null and not is_joined_later
    group by definition_id`)
  return new Map(rows.map(({ id, partners, completed }) => [id, { partners, completed }]))
}

/** Returns the group of a partner's user, or null without one; undefined when there is no such partner. */
export const getPartnerGroup = async (db: Executor, partnerId: string) => {
  const { rows } = await db.execute<{ group: string | null }>(sql`
    select users.partner_group as "group" from partner_profiles
    join users on users.id = partner_profiles.user_id where partner_profiles.id = ${partnerId}`)
  return rows[0]?.group
}
