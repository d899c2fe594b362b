import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { NotificationSubject } from '#contract/notifications/notifications.ts'
import { keysOfMembership } from '#server/db/audience.ts'
import { notifications } from '#server/db/schema/notifications.ts'

/**
 * The subjects that a notification can have: the column of each, and the condition under which the reader may still see it. The conditions
 * use the aliases `notice` and `account`. The bell and the emails both use them, so that a partner who leaves a group no longer reads about
 * what was for the group, nor a person whose rights for a partner have ended about what is the partner's.
 */
export const subjects = {
  task: {
    id: notifications.taskId,
    column: 'task_id',
    isVisible: sql`exists (
      select from partner_tasks task where task.id = notice.task_id and task.deleted_at is null
        and (account.role <> 'user' or task.partner_id in (select partner_id from memberships where user_id = account.id)))`,
  },
  agreement: {
    id: notifications.documentId,
    column: 'document_id',
    isVisible: sql`exists (
      select from partner_documents document where document.id = notice.document_id
        and (account.role <> 'user'
          or document.partner_id in (select partner_id from memberships where user_id = account.id and can_sign)))`,
  },
  resource: {
    id: notifications.resourceId,
    column: 'resource_id',
    isVisible: sql`exists (
      select from resource_files file where file.id = notice.resource_id and file.is_active
        -- The library opens with completed onboarding.
        and (account.role <> 'user' or exists (select from memberships member
          where member.user_id = account.id and member.onboarding_status = 'completed' and file.audience && ${keysOfMembership})))`,
  },
  announcement: {
    id: notifications.announcementId,
    column: 'announcement_id',
    isVisible: sql`exists (
      select from announcements news where news.id = notice.announcement_id
        and news.publish_at <= now() and (news.ends_at is null or news.ends_at > now())
        and (account.role <> 'user' or exists (select from memberships member
          where member.user_id = account.id and news.audience && ${keysOfMembership})))`,
  },
  activation: {
    id: notifications.activationId,
    column: 'activation_id',
    isVisible: sql`exists (
      select from partner_activations event where event.id = notice.activation_id
        and (account.role <> 'user' or event.partner_id in (select partner_id from memberships where user_id = account.id)))`,
  },
  invoice: {
    id: notifications.invoiceId,
    column: 'invoice_id',
    isVisible: sql`exists (
      select from invoices invoice where invoice.id = notice.invoice_id
        and invoice.partner_id in (select partner_id from memberships where user_id = account.id and can_sign))`,
  },
  partner: {
    id: notifications.partnerId,
    column: 'partner_id',
    isVisible: sql`account.role <> 'user' and (notice.note_id is null
      or exists (select from partner_notes note where note.id = notice.note_id and note.deleted_at is null))`,
  },
} as const satisfies Record<NotificationSubject, { id: PgColumn; column: string; isVisible: SQL }>

/** Whether the subject of a notification is something of the partner of a membership; uses the aliases `notice` and `member`. */
export const isOfMembership = sql`case
  when notice.task_id is not null
    then exists (select from partner_tasks task where task.id = notice.task_id and task.partner_id = member.partner_id)
  when notice.document_id is not null
    then exists (select from partner_documents document where document.id = notice.document_id and document.partner_id = member.partner_id)
  when notice.activation_id is not null
    then exists (select from partner_activations event where event.id = notice.activation_id and event.partner_id = member.partner_id)
  when notice.invoice_id is not null
    then exists (select from invoices invoice where invoice.id = notice.invoice_id and invoice.partner_id = member.partner_id)
  when notice.resource_id is not null
    then exists (select from resource_files file where file.id = notice.resource_id and file.audience && ${keysOfMembership}
      and member.onboarding_status = 'completed')
  when notice.announcement_id is not null
    then exists (select from announcements news where news.id = notice.announcement_id and news.audience && ${keysOfMembership})
  else true end`

/**
 * The SQL expression for the partner for whom the subject of a notification opens, as `{id, businessName}`. Null for a reader of one partner,
 * and where all partners of the reader have the subject. The notification has the alias `notice`.
 */
export const noticePartner = sql`(
  select (json_agg(json_build_object('id', own.partner_id, 'businessName', own.business_name) order by own.is_owner desc, own.accepted_at, own.partner_id)
    filter (where own.has_it)) -> 0
  from (select member.partner_id, member.business_name, member.is_owner, member.accepted_at, ${isOfMembership} as has_it
    from memberships member where member.user_id = notice.user_id) own
  having count(*) > 1 and not bool_and(own.has_it))`

/** The column of a subject. */
export type SubjectColumn = (typeof subjects)[NotificationSubject]['column']

const eachSubject = (write: (type: string, column: SQL, isVisible: SQL) => SQL, between: SQL) =>
  sql.join(
    Object.entries(subjects).map(([type, { column, isVisible }]) =>
      write(type, sql.raw(`notice.${column}`), isVisible),
    ),
    between,
  )

/** The condition under which a reader may still see the subject of a notification; uses the aliases `notice` and `account`. */
export const isVisible = eachSubject(
  (_type, column, isSeen) => sql`(${column} is null or ${isSeen})`,
  sql` and `,
)

/** The SQL expression for the type and id of a notification's subject; the notification has the alias `notice`. */
export const noticeSubject = sql`case ${eachSubject(
  (type, column) =>
    sql`when ${column} is not null then json_strip_nulls(json_build_object(
      'type', ${sql.raw(`'${type}'`)}, 'id', ${column}, 'noteId', notice.note_id))`,
  sql` `,
)} end`
