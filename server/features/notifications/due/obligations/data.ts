import { type SQL, sql } from 'drizzle-orm'
import { passingKinds } from '#contract/obligations/kinds.ts'
import type { Executor } from '#server/db/client.ts'
import { obligationName } from '#server/features/obligations/data.ts'
import { insertNotifications } from '../../data.ts'
import { toManagers, toSigners } from '../../notify/data.ts'

const label = obligationName(sql`own.kind`)
const passing = sql.raw(passingKinds.map((kind) => `'${kind}'`).join(', '))

/** A reminder some days before the day, or after it for a negative number of days. */
interface Reminder {
  days: number
  /** The words before the name of the obligation. */
  title: string
}

const late: Reminder = { days: -1, title: 'Late: ' }

/** Whether it is the morning of a reminder by the clocks of the place. */
const isItsMorning = (now: Date, { days }: Reminder) => {
  const moment = sql`${now.toISOString()}::timestamptz`
  const local = sql`local_time(${moment}, own.time_zone)`
  // The first condition lets an index find the few rows; the place may be a day before or after UTC.
  return sql`own.due_on between (${moment} at time zone 'utc')::date + ${days - 1}::int and (${moment} at time zone 'utc')::date + ${days + 1}::int
    and ${local}::date = own.due_on - ${days}::int and ${local}::time >= '08:00'`
}

/** Whether an obligation is older than the morning of its reminder. Whoever agreed to it since then knows of it. */
const isOlder = ({ days }: Reminder) =>
  sql`local_time(own.created_at, own.time_zone) < own.due_on - ${days}::int + interval '8 hours'`

const occasion = ({ days }: Reminder) => sql`own.id || ${`:${days}:`}::text || own.due_on`
const columns = ['detail', 'document_id', 'occasion'] as const
const detail = sql`(select event.name from partner_activations event where event.id = own.activation_id)`

// A day in the place's time zone is written in the title, and no amount anywhere.
const dueOpen = (now: Date, reminder: Reminder, owedBy: 'company' | 'partner', which: SQL) => sql`
  own.status = 'open' and own.owed_by = ${owedBy} and ${which} and ${isItsMorning(now, reminder)} and ${isOlder(reminder)}
  ${reminder.days < 0 ? sql`and own.kind not in (${passing})` : sql``}`

const remindPartners = (db: Executor, now: Date, reminder: Reminder) =>
  insertNotifications(
    db,
    'obligation_due',
    sql`
      select member.user_id, ${reminder.title}::text || ${label} as title, ${detail} as detail, own.document_id,
        ${occasion(reminder)} as occasion
      from obligations own ${toSigners}
      where ${dueOpen(now, reminder, 'partner', sql`own.kind <> 'exclusivity'`)}`,
    [...columns],
  )

/** Reminds the manager of the partner of what the company owes, or all staff where there is none. */
const remindStaff = (db: Executor, now: Date, reminder: Reminder) =>
  insertNotifications(
    db,
    'obligation_due',
    sql`
      select staff.id as user_id, ${reminder.title}::text || ${label} || ' · ' || profile.business_name as title,
        ${detail} as detail, own.document_id, own.partner_id, ${occasion(reminder)} as occasion
      from obligations own
      join partner_profiles profile on profile.id = own.partner_id ${toManagers}
      where ${dueOpen(
        now,
        reminder,
        'company',
        sql`own.kind <> 'end' and (own.kind <> 'additional_costs' or own.amount_cents is not null)`,
      )}`,
    [...columns, 'partner_id'],
  )

/** Announces to webhooks what is due today at its place, once for each day. */
const announceDue = (db: Executor, now: Date) =>
  db.execute(sql`
    with due as (
      update obligations own set announced_for = own.due_on
      where own.status = 'open' and own.announced_for is distinct from own.due_on and ${isItsMorning(now, { days: 0, title: '' })}
      returning own.*
    )
    select enqueue_webhook('obligation.due', profile.user_id, jsonb_build_object(
      'obligation', jsonb_build_object('id', due.id, 'kind', due.kind, 'owedBy', due.owed_by, 'dueOn', due.due_on,
        'activationId', due.activation_id, 'documentId', due.document_id),
      'partner', jsonb_build_object('id', profile.id, 'userId', profile.user_id, 'businessName', profile.business_name)))
    from due join partner_profiles profile on profile.id = due.partner_id`)

/**
 * Reminds whoever owes something: partners two days before and on the day, staff three days before, and both when it is late. The day is that
 * of the place. Sends each reminder once, however often it runs,
 * and announces to webhooks what is due today. Returns the number of new notifications.
 */
export const remindOfObligations = async (db: Executor, now: Date) => {
  await announceDue(db, now)
  const counts = [
    await remindPartners(db, now, { days: 2, title: 'Due in 2 days: ' }),
    await remindPartners(db, now, { days: 0, title: 'Due today: ' }),
    await remindPartners(db, now, late),
    await remindStaff(db, now, { days: 3, title: 'Due in 3 days: ' }),
    await remindStaff(db, now, late),
  ]
  return counts.reduce((sum, count) => sum + count, 0)
}
