import { type SQL, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { EventGrouping } from '#contract/report-metrics.ts'
import type { EventCounts } from '#contract/reports.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { activationRecaps } from '#server/db/schema/recaps.ts'
import { taskSets } from '#server/db/schema/task-sets.ts'
import { users } from '#server/db/schema/users.ts'
import { isOver } from '#server/features/activations/list/data.ts'
import type { Moments } from '../data.ts'

const maxEvents = 10

/** Selects the activations of a period with their recaps, as `event`. */
const eventsOf = ({ begin, end }: Moments) => sql`(
  select partner_activations.id, partner_activations.name, activation_date, partner_activations.time_zone, plan_id,
    partner_id, profile.business_name,
    account.partner_group, recap.guests, recap.sign_ups, recap.cost_cents, recap.currency, recap.activation_id is not null as has_recap,
    case when stage = 'canceled' then 'canceled' when stage = 'done' or ${isOver} then 'done' else 'planned' end as state
  from ${partnerActivations}
  join ${partnerProfiles} profile on profile.id = partner_id
  join ${users} account on account.id = profile.user_id
  left join ${activationRecaps} recap on recap.activation_id = partner_activations.id and recap.submitted_at is not null
    and stage <> 'canceled'
  where activation_date >= ${begin}::timestamptz and activation_date < ${end}::timestamptz) as event`

/** The sums over groups of events that are added up by currency first, since amounts of different currencies have no sum. */
const sums = sql`sum(planned)::int as planned, sum(done)::int as done, sum(canceled)::int as canceled, sum(recaps)::int as recaps,
  coalesce(sum(guests), 0)::int as guests, coalesce(sum(sign_ups), 0)::int as "signUps",
  coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'cents', cents, 'signUps', coalesce(sign_ups, 0)) order by currency)
    filter (where currency is not null), '[]') as costs`

const byCurrency = (key: SQL, moments: Moments) => sql`(
  select ${key} as key, case when cost_cents is not null then currency end as currency,
    count(*) filter (where state = 'planned') as planned, count(*) filter (where state = 'done') as done,
    count(*) filter (where state = 'canceled') as canceled, count(*) filter (where has_recap and state = 'done') as recaps,
    sum(guests) as guests, sum(sign_ups) as sign_ups, sum(cost_cents)::int8 as cents
  from ${eventsOf(moments)} group by 1, 2) as counted`

const countAll = async (db: Executor, moments: Moments) => {
  const { rows } = await db.execute<EventCounts & Record<string, unknown>>(
    sql`select ${sums} from ${byCurrency(sql`true`, moments)} group by key`,
  )
  const none = { planned: 0, done: 0, canceled: 0, recaps: 0, guests: 0, signUps: 0, costs: [] }
  return rows[0] ?? none
}

type ReportedEvent = {
  id: string
  name: string
  activationDate: Date
  timeZone: string | null
  partner: { id: string; businessName: string }
  guests: number | null
  signUps: number | null
}

const listEvents = async (db: Executor, moments: Moments, condition: SQL, order: SQL) => {
  const { rows } = await db.execute<ReportedEvent>(sql`
    select id, name, extract(epoch from activation_date)::float8 * 1000 as "activationDate", time_zone as "timeZone",
      jsonb_build_object('id', partner_id, 'businessName', business_name) as partner, guests, sign_ups as "signUps"
    from ${eventsOf(moments)} where ${condition} order by ${order}, id limit ${maxEvents}`)
  return rows.map((row) => ({ ...row, activationDate: new Date(row.activationDate) }))
}

/** Returns what came of the activations of a period and of the one before. */
export const getEventReport = async (db: Executor, now: Moments, before: Moments) => {
  const [total, previous, best, withoutRecap] = await Promise.all([
    countAll(db, now),
    countAll(db, before),
    listEvents(db, now, sql`sign_ups > 0`, sql`sign_ups desc, guests desc`),
    listEvents(db, now, sql`state = 'done' and not has_recap`, sql`activation_date desc`),
  ])
  return { total, previous, best, missingRecaps: total.done - total.recaps, withoutRecap }
}

const keys: Record<EventGrouping, { key: SQL; name: SQL }> = {
  group: { key: sql`partner_group`, name: sql`key` },
  kind: { key: sql`plan_id`, name: sql`(select name from ${taskSets} where id = key)` },
  partner: { key: sql`partner_id`, name: sql`(select business_name from ${partnerProfiles} where id = key)` },
}

/** Lists what came of the activations of a period, by groups of them. */
export const listEventGroups = async (
  db: Executor,
  moments: Moments,
  by: EventGrouping,
  { page, limit }: Page,
) => {
  const { key, name } = keys[by]
  const { rows } = await db.execute<EventCounts & { id: string; name: string | null }>(sql`
    select coalesce(key::text, '') as id, ${name} as name, ${sums} from ${byCurrency(key, moments)} group by key
    order by "signUps" desc, done desc, planned desc, key limit ${limit} offset ${(page - 1) * limit}`)
  return rows
}

export const countEventGroups = async (db: Executor, moments: Moments, by: EventGrouping) => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int from (select distinct ${keys[by].key} from ${eventsOf(moments)}) as found`,
  )
  return rows[0]?.count ?? 0
}
