import { and, asc, eq, isNull, ne, type SQLWrapper, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { partnerDocuments, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { userEmailPreferences, users } from '#server/db/schema/users.ts'
import { belongsToSeveral } from '#server/db/several-partners.ts'
import { agreementName } from '#server/features/agreement-types/data.ts'
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

/** Lists what a partner still has to do. */
export const listOpen = async (db: Executor, partnerId: string) => {
  const [profile] = await db
    .select({ status: partnerProfiles.onboardingStatus })
    .from(partnerProfiles)
    .where(eq(partnerProfiles.id, partnerId))
  const documents = await db
    .select({ id: partnerDocuments.id, documentName: agreementName(partnerDocuments.documentType) })
    .from(partnerDocuments)
    .where(
      and(
        eq(partnerDocuments.partnerId, partnerId),
        eq(partnerDocuments.status, 'pending'),
        isNull(partnerDocuments.declinedAt),
      ),
    )
    .orderBy(asc(partnerDocuments.createdAt), asc(partnerDocuments.documentType))
  const tasks = await db
    .select({ id: partnerTasks.id, taskName: partnerTasks.taskName, dueDate: partnerTasks.dueDate })
    .from(partnerTasks)
    .where(
      and(
        eq(partnerTasks.partnerId, partnerId),
        ne(partnerTasks.status, 'completed'),
        isNull(partnerTasks.deletedAt),
      ),
    )
    .orderBy(asc(partnerTasks.dueDate), asc(partnerTasks.id))
  return { hasToConfirm: profile?.status === 'profile', documents, tasks }
}

export type Open = Awaited<ReturnType<typeof listOpen>>
