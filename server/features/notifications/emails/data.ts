import { and, eq, isNull, sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import { severalKinds } from '#contract/notifications/unsubscribe.ts'
import type { Executor } from '#server/db/client.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { users } from '#server/db/schema/users.ts'
import { canBeEmailed } from '#server/mail/readers/data.ts'
import { type NotificationRow, visibleNotices, wantsEmail, writtenDetail } from '../data.ts'
import { isQuiet } from '../preferences/data.ts'
import { noticePartner, noticeSubject } from '../subjects/data.ts'

export const severalSubject = (count: number) => `${count} updates from the Partner Portal`

export interface QueuedEmail extends Record<string, unknown> {
  logId: string
  userId: string
}

/**
 * Puts all waiting notifications of a user into one email, once the first of them is due, for at most `limit` users. Calls at the same time
 * get different notifications. Enqueue the emails in the same transaction.
 */
export const collectDueEmails = async (tx: Executor, now: Date, limit: number) => {
  const { rows } = await tx.execute<QueuedEmail>(sql`
    with due as (
      select notice.user_id
      from notifications notice
      join users account on account.id = notice.user_id and ${canBeEmailed}
      left join user_email_preferences preference on preference.user_id = account.id
      where notice.email_id is null and notice.email_due_at <= ${now}::timestamptz and not ${isQuiet(sql`${now}::timestamptz`)}
      group by notice.user_id
      limit ${limit}
    ), waiting as (
      select notice.id, notice.user_id, notice.kind, notice.title
      from notifications notice join due on due.user_id = notice.user_id
      where notice.email_id is null and notice.email_due_at is not null
      for update of notice skip locked
    ), email as (
      insert into email_notification_logs (user_id, recipient, subject, type)
      select account.id, account.email,
        case when count(*) = 1 then left(min(waiting.title), ${limits.name}) else replace(${severalSubject(0)}, '0', count(*)::text) end,
        case when count(distinct waiting.kind) = 1 then min(waiting.kind) else ${severalKinds} end
      from waiting join users account on account.id = waiting.user_id
      group by account.id
      returning id, user_id
    ), linked as (
      update notifications set email_id = email.id
      from waiting join email on email.user_id = waiting.user_id
      where notifications.id = waiting.id)
    select id as "logId", user_id as "userId" from email`)
  return rows
}

/** Cancels the emails to those of the users, by default all, who may not be emailed, so that their later invitation is not followed by news that is months old. */
export const dropEmailsToUnreachable = async (db: Executor, userIds: string[] | null = null) => {
  await db.execute(sql`
    update notifications notice set email_due_at = null from users account
    where account.id = notice.user_id and not ${canBeEmailed}
      and notice.email_id is null and notice.email_due_at is not null
      ${userIds === null ? sql`` : sql`and account.id = any(${sql.param(userIds)}::uuid[])`}`)
}

/** Returns the recipient of an email, and its content if an attempt has stored that; undefined when the user is gone or disabled. */
export const getRecipient = async (db: Executor, logId: string) => {
  const [row] = await db
    .select({
      email: users.email,
      subject: emailNotificationLogs.subject,
      content: emailNotificationLogs.content,
    })
    .from(emailNotificationLogs)
    .innerJoin(users, and(eq(users.id, emailNotificationLogs.userId), isNull(users.disabledAt)))
    .where(eq(emailNotificationLogs.id, logId))
  if (!row) return undefined
  const { email, subject, content } = row
  return { email, stored: content && { subject, content } }
}

/**
 * The SQL condition under which a notification is still news: its task, agreement or recap still waits, the task for this user, and
 * an event that was canceled has not been planned again.
 */
const isStillNews = sql`(notice.kind not in ('task_assigned', 'task_reminder', 'task_overdue') or exists (
    select from partner_tasks task where task.id = notice.task_id and task.status <> 'completed'
      and (task.assignee_id is null or task.assignee_id = notice.user_id)))
  and (notice.kind <> 'agreement_waiting' or exists (
    select from partner_documents document where document.id = notice.document_id
      and document.status = 'pending' and document.declined_at is null))
  and (notice.kind <> 'recap_due' or not exists (
    select from activation_recaps recap where recap.activation_id = notice.activation_id and recap.submitted_at is not null))
  and (notice.activation_id is null or exists (
    select from partner_activations event where event.id = notice.activation_id
      and (event.stage = 'canceled') = (notice.kind = 'activation_canceled')))`

/** A notification, with the user of the partner whom it names if it is for staff. */
export type EmailedNotification = Pick<
  NotificationRow,
  'id' | 'kind' | 'title' | 'detail' | 'subject' | 'partner'
> & {
  partnerUserId: string | null
  /** The files that come with an announcement and that its reader can open. */
  files: { id: string; title: string }[] | null
}

/** Lists the notifications of an email, the oldest first, without those that were seen, finished, taken away or turned off meanwhile. */
export const listOfEmail = async (db: Executor, logId: string) => {
  const wanted = sql`(select ${wantsEmail(sql`notice.kind`)} from (values (1)) one
    left join user_email_preferences preference on preference.user_id = notice.user_id)`
  const { rows } = await db.execute(sql`
    select notice.id, notice.kind, notice.title, ${writtenDetail} as detail, ${noticeSubject} as subject,
      ${noticePartner} as partner,
      (select own.user_id from partner_profiles own where own.id = notice.partner_id) as "partnerUserId",
      (select json_agg(json_build_object('id', file.id, 'title', file.title) order by file.title, file.id)
        from announcement_resources link join resource_files file on file.id = link.resource_id and file.is_active
        where link.announcement_id = notice.announcement_id and exists (select from memberships member
          where member.user_id = notice.user_id and member.onboarding_status = 'completed')) as files
    ${visibleNotices(sql`notice.email_id = ${logId} and notice.seen_at is null
      and account.disabled_at is null and ${isStillNews} and ${wanted}`)}
    order by notice.created_at, notice.id`)
  return rows as unknown as EmailedNotification[]
}

/** Whether an email contains a notification that its reader may no longer see. */
export const namesWhatIsGone = async (db: Executor, logId: string) => {
  const { rows } = await db.execute<{ isSo: boolean }>(sql`
    select exists (select from notifications link where link.email_id = ${logId}
      and not exists (select ${visibleNotices(sql`notice.id = link.id`)})) as "isSo"`)
  return rows[0]?.isSo ?? false
}

/** Moves the notifications that the reader may still see out of an email, so that they wait for another one. */
export const waitAgain = async (tx: Executor, logId: string) => {
  await tx.execute(sql`
    update notifications set email_id = null, email_due_at = now() where id in (
      select notice.id ${visibleNotices(sql`notice.email_id = ${logId} and notice.seen_at is null`)})`)
}
