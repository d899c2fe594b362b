import { and, asc, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { LeftOutReason } from '#contract/bulk-kinds.ts'
import type { ReminderAbout } from '#contract/partners/reminders.ts'
import type { Executor } from '#server/db/client.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { partnerDocuments, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { userEmailPreferences, users } from '#server/db/schema/users.ts'
import { belongsToSeveral } from '#server/db/several-partners.ts'
import { agreementName } from '#server/features/agreement-types/data.ts'
import { unreadAnnouncements } from '#server/features/announcements/readers/data.ts'
import { notDownloadedFiles } from '#server/features/resources/downloads/data.ts'
import { pick } from '#server/pick.ts'

export const reminderType = 'reminder'

/** When the last reminder to a user was sent or queued; null if never. Reminders that were not sent do not count. */
export const lastReminderTo = (userId: SQLWrapper | string) =>
  sql<Date | null>`(
    select max(log.created_at) from ${emailNotificationLogs} as log
    where log.user_id = ${userId} and log.type = ${reminderType} and log.status in ('queued', 'sent'))`.mapWith(
    emailNotificationLogs.createdAt,
  )

export const getLastReminder = async (db: Executor, userId: string) => {
  const [row] = await db.select({ at: lastReminderTo(userId) }).from(sql`(values (1)) as one`)
  return row?.at ?? null
}

/** Reads the user a reminder goes to; undefined when there is no such partner. */
export const getRecipient = async (db: Executor, partnerId: string) => {
  const [recipient] = await db
    .select({
      ...pick(users, 'id', 'email', 'timeZone'),
      isOfSeveral: belongsToSeveral(users.id),
      isDisabled: sql<boolean>`${users.disabledAt} is not null`,
      isUninvited: sql<boolean>`${users.invitedAt} is null and ${users.lastSignInAt} is null`,
      wantsReminders: sql<boolean>`'taskReminders' <> all(coalesce(${userEmailPreferences.emailOff}, '{}'))`,
    })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .leftJoin(userEmailPreferences, eq(userEmailPreferences.userId, users.id))
    .where(eq(partnerProfiles.id, partnerId))
  return recipient
}

/** Whether one of these columns has one of the ids that a reminder names; true if it names none. */
const isNamed = (ids: string[] | undefined, ...columns: SQL[]) =>
  ids && or(...columns.map((column) => sql`${column} = any(${sql.param(ids)}::uuid[])`))

/** Whether a task of a partner, with the alias `task`, is open and what a reminder is about. */
const isOpenTask = (about: ReminderAbout) =>
  about.kind === 'open' || about.kind === 'tasks'
    ? and(
        sql`task.status <> 'completed' and task.deleted_at is null`,
        about.kind === 'tasks' ? isNamed(about.ids, sql`task.definition_id`, sql`task.id`) : undefined,
      )
    : sql`false`

/** Whether an agreement of a partner, with the alias `document`, waits for the signature and is what a reminder is about. */
const isOpenDocument = (about: ReminderAbout) =>
  about.kind === 'open' || about.kind === 'agreements'
    ? and(
        sql`document.status = 'pending' and document.declined_at is null`,
        about.kind === 'agreements'
          ? isNamed(about.ids, sql`document.shared_document_id`, sql`document.id`)
          : undefined,
      )
    : sql`false`

const noItems = sql`select null::uuid as partner_id, null::uuid as id, null::text as title where false`

/**
 * Selects the announcements that partners have not read, or the files that they have not downloaded, if a reminder is about these.
 * @param partnerIds only of these partners
 */
const unopened = (about: ReminderAbout, partnerIds?: string[]) => {
  if (about.kind === 'announcements') return unreadAnnouncements(about.ids, partnerIds)
  if (about.kind === 'resources') return notDownloadedFiles(about.ids, partnerIds)
  return noItems
}

/** Returns the partners for whom something is open of what a reminder is about. */
export const listBehind = async (db: Executor, about: ReminderAbout) => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select task.partner_id as id from partner_tasks as task where ${isOpenTask(about)}
    union select document.partner_id from partner_documents as document where ${isOpenDocument(about)}
    union select partner_id from (${unopened(about)}) as item
    order by id`)
  return rows.map(({ id }) => id)
}

/** A partner, the user who is emailed for it, and why no reminder goes to them; null if one does. */
export interface Remindable extends Record<string, unknown> {
  id: string
  fullName: string
  userId: string
  email: string
  reason: LeftOutReason | null
}

/** Locks partners until the transaction ends, so that of two reminders at once the second sees the first. */
export const lockPartners = (tx: Executor, partnerIds: string[]) =>
  tx.execute(sql`
    select from partner_profiles where id = any(${sql.param(partnerIds)}::uuid[]) order by id for no key update`)

/** Says for each of the partners whether they can be reminded of what is open. */
export const listRemindable = async (db: Executor, partnerIds: string[], about: ReminderAbout) => {
  const { rows } = await db.execute<Remindable>(sql`
    with unopened as materialized (${unopened(about, partnerIds)})
    select profile.id, profile.full_name as "fullName", account.id as "userId", account.email, case
      when account.disabled_at is not null then 'disabled'
      when account.invited_at is null and account.last_sign_in_at is null then 'never_invited'
      when account.email_refused_at is not null then 'address_refused'
      when 'taskReminders' = any(preferences.email_off) then 'opted_out'
      when ${lastReminderTo(sql`account.id`)} > now() - interval '1 day' then 'reminded'
      when ${about.kind === 'open' ? sql`profile.onboarding_status <> 'profile' and ` : sql``}
        not exists (select from partner_tasks as task where task.partner_id = profile.id and ${isOpenTask(about)})
        and not exists (select from partner_documents as document where document.partner_id = profile.id and ${isOpenDocument(about)})
        and profile.id not in (select partner_id from unopened)
        then 'nothing_open'
      end as reason
    from partner_profiles profile join users account on account.id = profile.user_id
    left join user_email_preferences preferences on preferences.user_id = account.id
    where profile.id = any(${sql.param(partnerIds)}::uuid[])
    order by profile.id`)
  return rows
}

const everything: ReminderAbout = { kind: 'open' }

/** Lists what a partner still has to do, of what a reminder is about. */
export const listOpen = async (db: Executor, partnerId: string, about: ReminderAbout = everything) => {
  const [profile] = await db
    .select({ status: partnerProfiles.onboardingStatus })
    .from(partnerProfiles)
    .where(eq(partnerProfiles.id, partnerId))
  const document = alias(partnerDocuments, 'document')
  const documents = await db
    .select({ id: document.id, documentName: agreementName(document.documentType) })
    .from(document)
    .where(and(eq(document.partnerId, partnerId), isOpenDocument(about)))
    .orderBy(asc(document.createdAt), asc(document.documentType))
  const task = alias(partnerTasks, 'task')
  const tasks = await db
    .select({ id: task.id, taskName: task.taskName, dueDate: task.dueDate })
    .from(task)
    .where(and(eq(task.partnerId, partnerId), isOpenTask(about)))
    .orderBy(asc(task.dueDate), asc(task.id))
  const { rows: items } = await db.execute<{ id: string; title: string }>(
    sql`select id, title from (${unopened(about, [partnerId])}) as item order by title, id`,
  )
  const [announcements, resources] = about.kind === 'resources' ? [[], items] : [items, []]
  const hasToConfirm = about.kind === 'open' && profile?.status === 'profile'
  return { hasToConfirm, documents, tasks, announcements, resources }
}

export type Open = Awaited<ReturnType<typeof listOpen>>
