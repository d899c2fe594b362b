import { and, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { notificationDays } from '#contract/limits.ts'
import { type NotificationKind, notificationKinds, switchOfKind } from '#contract/notifications/kinds.ts'
import type { MarkNotificationsSeen, NotificationSubject } from '#contract/notifications/notifications.ts'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { wantsEmails } from '#server/db/email-preferences.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import {
  isOfMembership,
  isVisible,
  noticePartner,
  noticeSubject,
  type SubjectColumn,
  subjects,
} from './subjects/data.ts'

/** The minutes that an email waits, so that several notifications share it, and that nothing is emailed that was seen meanwhile. */
export const bundleMinutes = 5

const kindsBySwitch = Map.groupBy(notificationKinds, (kind) => switchOfKind(kind) ?? null)

/** Returns the SQL condition under which a user wants emails of a kind. The alias `preference` is of the table `user_email_preferences`. */
export const wantsEmail = (kind: SQL) => {
  const cases = Array.from(kindsBySwitch, ([name, kinds]) => {
    const isOfSwitch = sql.join(
      kinds.map((each) => sql`${kind} = ${sql.raw(`'${each}'`)}`),
      sql` or `,
    )
    return sql`when ${isOfSwitch} then ${name ? wantsEmails(name) : sql`false`}`
  })
  return sql`case ${sql.join(cases, sql` `)} end`
}

/** The columns that a source of notifications may have besides `user_id` and `title`, and their types. */
const types = {
  detail: 'text',
  detail_at: 'timestamptz',
  ...(Object.fromEntries(Object.values(subjects).map(({ column }) => [column, 'uuid'])) as Record<
    SubjectColumn,
    string
  >),
  note_id: 'uuid',
  occasion: 'text',
}
type Optional = keyof typeof types

// If the notification is already part of an email, it leaves that email and waits for the next one.
const renewing = sql`update set title = excluded.title, detail = excluded.detail, detail_at = excluded.detail_at, created_at = excluded.created_at, seen_at = null,
      email_id = null, email_due_at = case when notifications.email_id is null
        then coalesce(notifications.email_due_at, excluded.email_due_at) else excluded.email_due_at end`

/**
 * Returns the statement that notifies users, which can also be part of a larger one.
 * @param source a query with the columns `user_id`, `title` and those in `has`. Leaves out disabled users, and users who were already
 * notified of the same `occasion` of the same kind. Without an occasion, each row is a new event.
 * @param renews whether a further notification of an occasion replaces the one before, and is unseen again
 */
export const insertingNotifications = (
  kind: NotificationKind,
  source: SQL,
  has: Optional[],
  renews = false,
) => {
  const emailSwitch = switchOfKind(kind)
  const wantsIt = emailSwitch ? wantsEmails(emailSwitch) : sql`false`
  const optional = (Object.keys(types) as Optional[]).map((name) =>
    has.includes(name) ? sql.raw(`event.${name}`) : sql.raw(`null::${types[name]}`),
  )
  const occasion = optional.pop() ?? sql`null`
  return sql`
    insert into notifications (user_id, kind, title, ${sql.raw(Object.keys(types).join(', '))}, is_in_bell, email_due_at)
    select event.user_id, ${kind}::text, event.title, ${sql.join(optional, sql`, `)}, coalesce(${occasion}, gen_random_uuid()::text),
      not (${kind}::text = any(coalesce(preference.bell_off, '{}'))),
      case when ${wantsIt} then now() + make_interval(mins => ${sql.raw(String(bundleMinutes))}) end
    from (${source}) event
    join users account on account.id = event.user_id and account.disabled_at is null
    left join user_email_preferences preference on preference.user_id = account.id
    -- Two that notify of the same occasion wait for each other row by row: in another order they could deadlock.
    order by event.user_id${has.includes('occasion') ? sql`, event.occasion` : sql``}
    on conflict (user_id, kind, occasion) do ${renews ? renewing : sql`nothing`}`
}

export const insertNotifications = async (
  db: Executor,
  kind: NotificationKind,
  source: SQL,
  has: Optional[],
) => {
  const { rowCount } = await db.execute(insertingNotifications(kind, source, has))
  return rowCount ?? 0
}

/** Returns the part of a query that selects the notifications that their users may see, with the aliases of `isVisible`. */
export const visibleNotices = (where: SQL) => sql`
  from notifications notice
  join users account on account.id = notice.user_id
  where ${where} and ${isVisible}`

export interface NotificationRow {
  id: string
  kind: NotificationKind
  title: string
  detail: string | null
  detailAt: Date | null
  subject: { type: NotificationSubject; id: string; noteId?: string } | null
  /** The partner for whom the subject opens, for a reader of several partners. */
  partner: { id: string; businessName: string } | null
  seenAt: Date | null
  createdAt: Date
}

/** Returns the SQL expression for a day in the time zone of the user, who has the alias `account`. */
export const dayText = (at: SQL) => sql`to_char(local_time(${at}, account.time_zone), 'Mon FMDD, YYYY')`

/** The SQL expression for the detail with its day, for texts outside of the portal. It uses the aliases `notice` and `account`. */
export const writtenDetail = sql`nullif(concat_ws(' ', notice.detail, ${dayText(sql`notice.detail_at`)}), '')`

const noticeColumns = sql`notice.id, notice.kind, notice.title, notice.detail, notice.detail_at as "detailAt", notice.seen_at as "seenAt",
  notice.created_at as "createdAt", ${noticeSubject} as subject, ${noticePartner} as partner`

/** The reader of a bell. While staff view the portal as a person of a partner, the bell only has what is of that partner. */
export interface BellReader {
  userId: string
  onlyOf: string | null
}

const isOfPartner = (partnerId: string) => sql`exists (
  select from memberships member where member.user_id = notice.user_id and member.partner_id = ${partnerId} and ${isOfMembership})`

const inBell = (
  { userId, onlyOf }: BellReader,
  unseen: boolean,
) => sql`notice.user_id = ${userId} and notice.is_in_bell
  ${onlyOf === null ? sql`` : sql`and ${isOfPartner(onlyOf)}`}
  and notice.created_at > now() - make_interval(days => ${notificationDays})
  ${unseen ? sql`and notice.seen_at is null` : sql``}`

export const listNotifications = async (
  db: Executor,
  reader: BellReader,
  unseen: boolean,
  { page, limit }: Page,
) => {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select ${noticeColumns} ${visibleNotices(inBell(reader, unseen))}
    order by notice.created_at desc, notice.id desc limit ${limit} offset ${(page - 1) * limit}`)
  return rows.map((row) => {
    const notice = withDates(row as unknown as NotificationRow)
    return { ...notice, detailAt: notice.detailAt && new Date(notice.detailAt) }
  })
}

/** Converts the dates of a row, which are text in the results of raw SQL. */
const withDates = <Row extends Pick<NotificationRow, 'seenAt' | 'createdAt'>>(row: Row): Row => ({
  ...row,
  seenAt: row.seenAt && new Date(row.seenAt),
  createdAt: new Date(row.createdAt),
})

/** Reads a page of a user's notifications, the oldest first. Leaves out those that staff get about partners. */
export const listOwnNotices =
  (db: Executor, userId: string, limit: number) =>
  async (last: { id: string; createdAt: Date } | undefined) => {
    const isAfter = last
      ? sql`and (notice.created_at, notice.id) > (${last.createdAt}::timestamptz, ${last.id}::uuid)`
      : sql``
    const { rows } = await db.execute(sql`
      select notice.id, notice.kind, notice.title, ${writtenDetail} as detail, notice.created_at as "createdAt", notice.seen_at as "seenAt"
      ${visibleNotices(sql`notice.user_id = ${userId} and notice.partner_id is null ${isAfter}`)}
      order by notice.created_at, notice.id limit ${limit}`)
    return rows.map((row) =>
      withDates(row as unknown as Omit<NotificationRow, 'detailAt' | 'subject' | 'partner'>),
    )
  }

export const countNotifications = async (db: Executor, reader: BellReader, unseen: boolean) => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count ${visibleNotices(inBell(reader, unseen))}`,
  )
  return rows[0]?.count ?? 0
}

const whichOf = ({ ids, until, subject }: MarkNotificationsSeen) => {
  if (ids) return inArray(notifications.id, ids)
  // A user who marks all that the bell shows has not seen what it does not show.
  if (until) return and(notifications.isInBell, lte(notifications.createdAt, until))
  if (!subject) return sql`false`
  const { type, id } = subject
  return and(
    eq(subjects[type].id, id),
    type === 'partner'
      ? sql`num_nonnulls(${notifications.taskId}, ${notifications.documentId}, ${notifications.activationId}) = 0`
      : undefined,
  )
}

/** Marks notifications of a user as seen, and cancels the emails that wait for them. */
export const markSeen = async (db: Executor, userId: string, which: MarkNotificationsSeen) => {
  await db
    .update(notifications)
    .set({ seenAt: sql`now()`, emailDueAt: null })
    .where(and(eq(notifications.userId, userId), isNull(notifications.seenAt), whichOf(which)))
}
