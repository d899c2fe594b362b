import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { insertNotifications } from '../data.ts'
import { documentName, toSigners, toWorkers } from '../notify/data.ts'
import { remindOfObligations } from './obligations/data.ts'
import { askForRecaps } from './recaps/data.ts'

// Reminders are sent in the morning, in the time zone of their reader.
const morning = sql`interval '8 hours'`

const localDay = (at: SQL) => sql`date_trunc('day', local_time(${at}, account.time_zone))`

const isOpenTask = sql`own.status <> 'completed' and own.deleted_at is null`

const reminders = { 0: 'Due today: ', 1: 'Due tomorrow: ', 2: 'Due in 2 days: ' }

/** Reminds partners in the morning of tasks that are due in `days` days. A task due early in the morning is announced the day before. */
const remindOfTasks = (db: Executor, now: Date, days: keyof typeof reminders) => {
  const today = localDay(sql`${now}::timestamptz`)
  const isEarly = sql`local_time(own.due_date, account.time_zone) <= ${localDay(sql`own.due_date`)} + ${morning}`
  const isItsMorning = { 0: sql`not ${isEarly}`, 1: isEarly, 2: sql`true` }[days]
  return insertNotifications(
    db,
    'task_reminder',
    sql`
      select member.user_id, ${reminders[days]}::text || own.task_name as title,
        'Due' as detail, own.due_date as detail_at, own.id as task_id,
        own.id || ${`:${days}:`}::text || extract(epoch from own.due_date) as occasion
      from partner_tasks own ${toWorkers}
      where ${isOpenTask} and own.due_date > ${now}::timestamptz
        and own.due_date < ${now}::timestamptz + make_interval(days => ${days + 2})
        and ${localDay(sql`own.due_date`)} = ${today} + make_interval(days => ${days}) and ${isItsMorning}
        and local_time(${now}::timestamptz, account.time_zone) >= ${today} + ${morning}
        -- Who was given it this morning knows of it.
        and local_time(own.created_at, account.time_zone) < ${today} + ${morning}`,
    ['detail', 'detail_at', 'task_id', 'occasion'],
  )
}

/** Notifies partners of tasks whose due date has passed within the last day. */
const notifyOfOverdueTasks = (db: Executor, now: Date) =>
  insertNotifications(
    db,
    'task_overdue',
    sql`
      select member.user_id, 'Overdue: ' || own.task_name as title,
        'Was due' as detail, own.due_date as detail_at, own.id as task_id,
        own.id || ':' || extract(epoch from own.due_date) as occasion
      from partner_tasks own ${toWorkers}
      where ${isOpenTask} and own.due_date <= ${now}::timestamptz and own.due_date > ${now}::timestamptz - interval '1 day'
        -- What was given when it was overdue already is no news.
        and own.created_at < own.due_date`,
    ['detail', 'detail_at', 'task_id', 'occasion'],
  )

/** Reminds partners in the morning of agreements that have waited for `days` days. */
const remindOfDocuments = (db: Executor, now: Date, days: number) => {
  const local = sql`local_time(${now}::timestamptz, account.time_zone)`
  return insertNotifications(
    db,
    'agreement_waiting',
    sql`
      select member.user_id, 'Reminder to sign: ' || ${documentName} as title,
        'Waiting since' as detail, own.created_at as detail_at, own.id as document_id,
        own.id || ${`:${days}`}::text as occasion
      from partner_documents own ${toSigners}
      where own.status = 'pending' and own.declined_at is null
        and own.created_at <= ${now}::timestamptz - make_interval(days => ${days})
        -- Not those that had waited long before there were reminders, or while the portal was off.
        and own.created_at > ${now}::timestamptz - make_interval(days => ${days + 2})
        -- The first morning after that.
        and ${local} >= date_trunc('day', local_time(own.created_at, account.time_zone) - ${morning}) + make_interval(days => ${days + 1}) + ${morning}`,
    ['detail', 'detail_at', 'document_id', 'occasion'],
  )
}

const endDays = 30

/** Returns the condition for agreements that end within `endDays`, but not today: an agreement that is replaced ends on the same day. */
const endingDocuments = (now: Date) => sql`own.status = 'signed' and own.voided_at is null
        and own.ends_on > (${now}::timestamptz at time zone 'utc')::date
        and own.ends_on <= (${now}::timestamptz at time zone 'utc')::date + ${endDays + 1}::int
        -- The morning of the day, or the first one after it that the portal runs.
        and local_time(${now}::timestamptz, account.time_zone) >= own.ends_on - ${endDays}::int + ${morning}`

const endText = sql`'Ends on ' || to_char(own.ends_on, 'Mon FMDD, YYYY')`
// A new end date is a new occasion, so that the reminder is sent again.
const endOccasion = sql`own.id || ':ends:' || own.ends_on`

/** Reminds partners and all staff of signed agreements that end in thirty days, once for each end date. */
const remindOfEnds = async (db: Executor, now: Date) => {
  const toPartners = await insertNotifications(
    db,
    'agreement_changed',
    sql`
      select member.user_id, 'Ending soon: ' || ${documentName} as title, ${endText} as detail,
        own.id as document_id, ${endOccasion} as occasion
      from partner_documents own ${toSigners} where ${endingDocuments(now)}`,
    ['detail', 'document_id', 'occasion'],
  )
  const toStaff = await insertNotifications(
    db,
    'agreement_attention',
    sql`
      select account.id as user_id, 'Ending soon: ' || ${documentName} || ' · ' || profile.business_name as title,
        ${endText} as detail, own.id as document_id, own.partner_id, ${endOccasion} as occasion
      from partner_documents own join partner_profiles profile on profile.id = own.partner_id
      join users account on account.role in ('support', 'admin')
      where ${endingDocuments(now)}`,
    ['detail', 'document_id', 'partner_id', 'occasion'],
  )
  return toPartners + toStaff
}

/**
 * Notifies partners of tasks two days before they are due, in the last morning before that, and when they are overdue; of agreements that
 * have waited for three and seven days; and, as well as staff, of agreements thirty days before they end of what their side owes, and of events whose recap is asked
 * for. Sends each notification once, however often it runs. Returns the number of new notifications.
 */
export const notifyOfWhatIsDue = async (db: Executor, now: Date) => {
  const counts = [
    await remindOfTasks(db, now, 2),
    await remindOfTasks(db, now, 1),
    await remindOfTasks(db, now, 0),
    await notifyOfOverdueTasks(db, now),
    await remindOfDocuments(db, now, 3),
    await remindOfDocuments(db, now, 7),
    await remindOfEnds(db, now),
    await remindOfObligations(db, now),
    await askForRecaps(db, now),
  ]
  return counts.reduce((sum, count) => sum + count, 0)
}
