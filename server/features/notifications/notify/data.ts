import { type SQL, sql } from 'drizzle-orm'
import { limits } from '#contract/limits.ts'
import { isMemberInAudience } from '#server/db/audience.ts'
import type { Executor } from '#server/db/client.ts'
import { type Actor, nameOf } from '#server/domain-events/actor.ts'
import { agreementName } from '#server/features/agreement-types/data.ts'
import { bundleMinutes, insertingNotifications, insertNotifications } from '../data.ts'

/** The SQL join with the people of the partner who has the row `own`. It drops people who have become staff. */
export const toMembers = sql`join memberships member on member.partner_id = own.partner_id join users account on account.id = member.user_id and account.role = 'user'`

/** The SQL join with those of them who work on the task `own`: its assignee, or all of them if it is not assigned. */
export const toWorkers = sql`${toMembers} and (own.assignee_id is null or own.assignee_id = member.user_id)`

/** The SQL join with those of them who sign agreements. */
export const toSigners = sql`${toMembers} and member.can_sign`

/** The SQL join with the manager of the partner `profile`, or with all staff where there is none. */
export const toManagers = sql`
  left join users manager on manager.id = profile.manager_id and manager.role <> 'user' and manager.disabled_at is null
  join users staff on staff.role in ('support', 'admin') and (manager.id is null or staff.id = manager.id)`

/**
 * Returns the statement that notifies partners of their new tasks, which can also be part of the one that creates them.
 * @param tasks a table or query with the columns of `partner_tasks`
 */
export const notifyingOfNewTasks = (tasks: SQL) =>
  insertingNotifications(
    'task_assigned',
    sql`
      select member.user_id, 'New task: ' || own.task_name as title,
        'Due' as detail, own.due_date as detail_at, own.id as task_id, own.id::text as occasion
      from ${tasks} own ${toWorkers} where own.status <> 'completed'`,
    ['detail', 'detail_at', 'task_id', 'occasion'],
  )

/** Notifies a partner of a new task. */
export const notifyOfNewTask = async (tx: Executor, id: string) => {
  await tx.execute(notifyingOfNewTasks(sql`(select * from partner_tasks where id = ${id})`))
}

/** Notifies the assignee of a task that somebody else has given it to them. */
export const notifyAssignee = (tx: Executor, id: string) =>
  insertNotifications(
    tx,
    'task_assigned',
    sql`
      select own.assignee_id as user_id, 'Assigned to you: ' || own.task_name as title,
        'Due' as detail, own.due_date as detail_at, own.id as task_id
      from partner_tasks own where own.id = ${id} and own.assignee_id is not null and own.status <> 'completed'`,
    ['detail', 'detail_at', 'task_id'],
  )

/** Returns the statement that notifies partners that their tasks have changed. @param tasks as `notifyingOfNewTasks` */
export const notifyingOfChangedTasks = (tasks: SQL) =>
  insertingNotifications(
    'task_changed',
    sql`
      select member.user_id, 'Task changed: ' || own.task_name as title,
        'Due' as detail, own.due_date as detail_at, own.id as task_id,
        -- Several changes in a row are one piece of news.
        coalesce((
          select last.occasion from notifications last
          where last.task_id = own.id and last.user_id = member.user_id and last.kind = 'task_changed'
            and starts_with(last.occasion, own.id || ':') and last.created_at > now() - make_interval(mins => ${bundleMinutes})
          order by last.created_at desc limit 1), own.id || ':' || extract(epoch from now())) as occasion
      from ${tasks} own ${toWorkers}`,
    ['detail', 'detail_at', 'task_id', 'occasion'],
    true,
  )

/** Notifies a partner that their task has changed. */
export const notifyOfChangedTask = async (tx: Executor, id: string) => {
  await tx.execute(notifyingOfChangedTasks(sql`(select * from partner_tasks where id = ${id})`))
}

interface Notice {
  title: string
  detail?: string | null
}

/** Returns a text as far as a notification has room for it. */
export const shortened = (text: string | null | undefined) =>
  text?.slice(0, limits.description).toWellFormed() ?? null

/** Notifies the partner of a task of what staff did with it. */
export const notifyPartnerOfTask = (tx: Executor, taskId: string, { title, detail }: Notice) =>
  insertNotifications(
    tx,
    'task_changed',
    sql`
      select member.user_id, ${title}::text as title, ${shortened(detail)}::text as detail, own.id as task_id
      from partner_tasks own ${toWorkers} where own.id = ${taskId}`,
    ['detail', 'task_id'],
  )

/**
 * Notifies staff of what a partner did with a task: whoever looks after it, else whoever created it, else all staff. `title` precedes the
 * partner's name.
 */
export const notifyStaffOfTask = (tx: Executor, taskId: string, { title, detail }: Notice) =>
  insertNotifications(
    tx,
    'task_work',
    sql`
      select staff.id as user_id, ${title}::text || ' · ' || profile.business_name as title,
        ${shortened(detail)}::text as detail, own.id as task_id, own.partner_id
      from partner_tasks own
      join partner_profiles profile on profile.id = own.partner_id
      left join users responsible on responsible.id = coalesce(own.owner_id, own.created_by)
        and responsible.role <> 'user' and responsible.disabled_at is null
      join users staff on staff.role in ('support', 'admin') and (responsible.id is null or staff.id = responsible.id)
      where own.id = ${taskId}`,
    ['detail', 'task_id', 'partner_id'],
  )

/** Notifies a user of their new role, which the notice names in words. */
export const notifyOfRole = (tx: Executor, userId: string, { title, detail }: Notice) =>
  insertNotifications(
    tx,
    'role_changed',
    sql`select ${userId}::uuid as user_id, ${title}::text as title, ${detail ?? null}::text as detail`,
    ['detail'],
  )

/** The SQL expression for the name of the agreement `own`. */
export const documentName = agreementName(sql`own.document_type`)

/** Returns the statement that notifies partners of agreements to sign. @param documents a table or query like `partner_documents` */
export const notifyingOfNewDocuments = (documents: SQL) =>
  insertingNotifications(
    'agreement_waiting',
    sql`
      select member.user_id, 'To sign: ' || ${documentName} as title, own.id as document_id,
        own.id::text as occasion
      from ${documents} own ${toSigners} where own.status = 'pending'`,
    ['document_id', 'occasion'],
  )

/** Notifies a partner of an agreement to sign. */
export const notifyOfNewDocument = async (tx: Executor, id: string) => {
  await tx.execute(notifyingOfNewDocuments(sql`(select * from partner_documents where id = ${id})`))
}

/** Notifies those people of a partner who sign of a payment for an agreement. `what` names what was paid, and no text has the amount. */
export const notifyOfPayment = (tx: Executor, documentId: string, what: string) =>
  insertNotifications(
    tx,
    'payment_recorded',
    sql`
      select member.user_id, 'Payment recorded: ' || ${what}::text as title, own.id as document_id
      from partner_documents own ${toSigners} where own.id = ${documentId}`,
    ['document_id'],
  )

/** Notifies partners of agreements that they declined and that staff have changed since. */
export const notifyOfDocumentsOfferedAgain = (tx: Executor, ids: string[]) =>
  insertNotifications(
    tx,
    'agreement_waiting',
    sql`
      select member.user_id, 'To sign: ' || ${documentName} as title,
        'Changed since you declined it' as detail, own.id as document_id
      from partner_documents own ${toSigners} where own.id = any(${sql.param(ids)}::uuid[])`,
    ['detail', 'document_id'],
  )

/** Notifies the partner of an agreement of what staff did with it. */
export const notifyPartnerOfDocument = (tx: Executor, id: string, { title, detail }: Notice) =>
  insertNotifications(
    tx,
    'agreement_changed',
    sql`
      select member.user_id, ${title}::text as title, ${shortened(detail)}::text as detail,
        own.id as document_id
      from partner_documents own ${toSigners} where own.id = ${id}`,
    ['detail', 'document_id'],
  )

/** Notifies all staff of what a partner did with an agreement. `title` precedes the partner's name. */
export const notifyStaffOfDocument = (tx: Executor, id: string, { title, detail }: Notice) =>
  insertNotifications(
    tx,
    'agreement_attention',
    sql`
      select staff.id as user_id, ${title}::text || ' · ' || profile.business_name as title,
        ${shortened(detail)}::text as detail, own.id as document_id, own.partner_id
      from partner_documents own join partner_profiles profile on profile.id = own.partner_id
      join users staff on staff.role in ('support', 'admin')
      where own.id = ${id}`,
    ['detail', 'document_id', 'partner_id'],
  )

/**
 * Notifies all staff that a partner has changed their profile. Several changes in a row are one notification, with all their fields.
 * @param fields their names as staff read them
 */
export const notifyStaffOfProfile = async (tx: Executor, partnerId: string, fields: string[]) => {
  const { rows } = await tx.execute<{ occasion: string; detail: string }>(sql`
    select occasion, detail from notifications
    where partner_id = ${partnerId} and kind = 'profile_changed' and created_at > now() - make_interval(mins => ${bundleMinutes})
    order by created_at desc limit 1`)
  const [last] = rows
  const detail = [...new Set([...(last?.detail.split(', ') ?? []), ...fields])].join(', ')
  const occasion = last?.occasion ?? `${partnerId}:${crypto.randomUUID()}`
  const source = sql`
    select staff.id as user_id, 'Profile changed · ' || profile.business_name as title,
      ${detail}::text as detail, profile.id as partner_id, ${occasion}::text as occasion
    from partner_profiles profile join users staff on staff.role in ('support', 'admin')
    where profile.id = ${partnerId}`
  await tx.execute(
    insertingNotifications('profile_changed', source, ['detail', 'partner_id', 'occasion'], true),
  )
}

/** Notifies staff whom somebody else mentions in a note about a partner. Each is notified of a note once. The notification does not quote it. */
export const notifyOfMention = (tx: Executor, noteId: string, userIds: string[], by: Actor | null) =>
  insertNotifications(
    tx,
    'note_mention',
    sql`
      select staff.id as user_id, ${by ? nameOf(by) : 'A colleague'}::text || ' mentioned you · ' || profile.business_name as title,
        note.partner_id, note.id as note_id, note.id::text as occasion
      from partner_notes note join partner_profiles profile on profile.id = note.partner_id
      join users staff on staff.id = any(${sql.param(userIds)}::uuid[]) and staff.role <> 'user'
      where note.id = ${noteId} and staff.id is distinct from ${by?.id ?? null}::uuid`,
    ['partner_id', 'note_id', 'occasion'],
  )

/** Notifies the partner of an agreement that the company has signed it, too. */
export const notifyOfCountersignature = (tx: Executor, id: string) =>
  insertNotifications(
    tx,
    'agreement_countersigned',
    sql`
      select member.user_id, 'The company signed: ' || ${documentName} as title,
        'We will email you the agreement with both signatures' as detail, own.id as document_id, own.id::text as occasion
      from partner_documents own ${toSigners} where own.id = ${id}`,
    ['detail', 'document_id', 'occasion'],
  )

/**
 * Returns the SQL for the people of the partners in the audience of `shared`, or of only some of them, with the aliases `member` and `account`.
 * @param shared a query of one row, or of rows with the same audience
 */
export const peopleOfAudience = (shared: SQL, only?: string[]) => sql`(${shared}) shared
  join memberships member on true join users account on account.id = member.user_id and account.role = 'user'
  where ${isMemberInAudience(sql`select unnest(chosen.audience) from (${shared}) chosen`)}
    and ${only ? sql`member.partner_id = any(${sql.param(only)}::uuid[])` : sql`true`}`

/** The condition under which a person in the audience of something is notified of it; uses the alias `member`. */
export const isNotifiedOf = {
  // The library opens with completed onboarding.
  resource_added: sql`member.onboarding_status = 'completed'`,
  announcement: sql`true`,
}

/**
 * Notifies all partners who may open a file, or only some of them, that it is new, or that it has a new version.
 * @param line a line of the sender instead of the description of the file
 */
export const notifyOfResource = (
  tx: Executor,
  id: string,
  isNew: boolean,
  { line = null, only }: { line?: string | null | undefined; only?: string[] | undefined } = {},
) =>
  insertNotifications(
    tx,
    'resource_added',
    sql`
      select account.id as user_id, 
        ${isNew ? 'New file: ' : 'New version: '}::text || shared.title as title,
        coalesce(${line}::text, shared.description) as detail,
        shared.id as resource_id, ${isNew ? sql`'new'` : sql`shared.object_key`} || ':' || shared.id as occasion
      from ${peopleOfAudience(sql`select * from resource_files where id = ${id} and is_active`, only)}
        and ${isNotifiedOf.resource_added}`,
    ['detail', 'resource_id', 'occasion'],
  )

/** Notifies all partners in its audience, or only some of them, of an announcement that is published. */
export const notifyOfAnnouncement = (tx: Executor, id: string, only?: string[]) =>
  insertNotifications(
    tx,
    'announcement',
    sql`
      select account.id as user_id, shared.title, shared.body as detail,
        shared.id as announcement_id, shared.id::text as occasion
      from ${peopleOfAudience(sql`select * from announcements where id = ${id} and publish_at <= now()`, only)}`,
    ['detail', 'announcement_id', 'occasion'],
  )
