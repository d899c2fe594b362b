import { and, asc, desc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Executor } from '#server/db/client.ts'
import { switchesWithout } from '#server/db/email-preferences.ts'
import { knownBrowsers, passkeys } from '#server/db/schema/account.ts'
import { announcementReads, announcements } from '#server/db/schema/announcements.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { calendarFeeds } from '#server/db/schema/calendar-feeds.ts'
import { chatMessages } from '#server/db/schema/chat.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { partnerActivities, partnerTasks } from '#server/db/schema/partners.ts'
import { resourceDownloads, resourceFiles } from '#server/db/schema/resources.ts'
import { taskComments } from '#server/db/schema/tasks.ts'
import { sessions, userEmailPreferences, userIdentities, users } from '#server/db/schema/users.ts'
import { isForPartners } from '#server/features/partners/activity/data.ts'
import { isNotDeleted } from '#server/features/tasks/data.ts'
import { isMailTo } from '#server/mail/data.ts'
import { renderText } from '#server/mail/email-content.ts'
import { pick } from '#server/pick.ts'

/** The user's account, without secrets and what is computed from the rest. */
export const getAccount = async (db: Executor, id: string) => {
  const [user] = await db
    .select({
      ...pick(users, 'id', 'email', 'firstName', 'lastName', 'profileImageUrl', 'timeZone'),
      ...pick(users, 'isTimeZoneChosen', 'role', 'partnerGroup', 'createdAt', 'updatedAt'),
      ...pick(users, 'invitedAt', 'lastSignInAt', 'lastSeenAt'),
    })
    .from(users)
    .where(eq(users.id, id))
  const [preferences] = await db
    .select()
    .from(userEmailPreferences)
    .where(eq(userEmailPreferences.userId, id))
  const { userId: _user, emailOff = [], ...others } = preferences ?? { userId: id }
  return { ...user, emailPreferences: { ...switchesWithout(emailOff), ...others } }
}

/** How and where the user signs in. */
export const getSignIns = async (db: Executor, id: string) => ({
  sessions: await db
    .select({
      method: sql<string>`${sessions.sess} ->> 'method'`,
      signedInAt: sessions.signedInAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expire,
      browser: sessions.userAgent,
      address: sessions.address,
    })
    .from(sessions)
    .where(eq(sessions.userId, id))
    .orderBy(desc(sessions.signedInAt)),
  passkeys: await db
    .select({ name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, id)),
  knownBrowsers: await db
    .select({ lastSignInAt: knownBrowsers.lastSignInAt })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.userId, id)),
  providerAccounts: await db
    .select(pick(userIdentities, 'issuer', 'subject', 'createdAt'))
    .from(userIdentities)
    .where(eq(userIdentities.userId, id)),
  // Without the address itself, which is as good as a key.
  calendarAddress: await db
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, id)),
})

export const pageSize = 500

/** Of rows in the order of time and id, or their number: those after the last one of the page before. */
const isAfter = (time: AnyPgColumn, id: AnyPgColumn, last: [Date, string | number] | undefined) =>
  last && gt(sql`(${time}, ${id})`, sql`(${last[0]}, ${last[1]})`)

/** The last row of the page before. */
type Last<Time extends string> = ({ id: string } & Record<Time, Date>) | undefined

const fieldOfEvent = (name: string) =>
  sql<string | null>`coalesce(${auditLog.after} ->> ${name}, ${auditLog.before} ->> ${name})`

/** Reads a page of what the audit log has of the user's own account and the agreements they downloaded, the oldest first. */
export const listOwnEvents = (db: Executor, userId: string) => (last: Last<'at'>) =>
  db
    .select({
      ...pick(auditLog, 'id', 'at', 'action'),
      method: sql<
        string | null
      >`coalesce(${auditLog.after} ->> 'method', ${auditLog.after} ->> 'confirmedWith')`,
      reason: fieldOfEvent('reason'),
      browser: fieldOfEvent('browser'),
      address: fieldOfEvent('address'),
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actorId, userId),
        or(eq(auditLog.subjectId, userId), eq(auditLog.action, 'document.downloaded')),
        isAfter(auditLog.at, auditLog.id, last && [last.at, last.id]),
      ),
    )
    .orderBy(asc(auditLog.at), asc(auditLog.id))
    .limit(pageSize)

/** Reads a page of what happened to a partner, without who of the team did it, the oldest first. */
export const listOwnActivities =
  (db: Executor, partnerId: string, userId: string) =>
  (last: { createdAt: Date; sequence: number } | undefined) =>
    db
      .select({
        ...pick(partnerActivities, 'sequence', 'activityType', 'description', 'createdAt'),
        by: sql<string>`case when ${partnerActivities.metadata} ->> 'actorId' = ${userId} then 'you' else 'Partner team' end`,
      })
      .from(partnerActivities)
      .where(
        and(
          eq(partnerActivities.partnerId, partnerId),
          isForPartners,
          isAfter(
            partnerActivities.createdAt,
            partnerActivities.sequence,
            last && [last.createdAt, last.sequence],
          ),
        ),
      )
      .orderBy(asc(partnerActivities.createdAt), asc(partnerActivities.sequence))
      .limit(pageSize)

/** Reads a page of the comments on a partner's tasks, without who of the team wrote them, the oldest first. */
export const listTaskComments =
  (db: Executor, partnerId: string, userId: string) => (last: Last<'createdAt'>) =>
    selectComments(
      db,
      userId,
      and(eq(partnerTasks.partnerId, partnerId), isNull(partnerTasks.deletedAt)),
      last,
    )

/** Reads a page of what a member of staff wrote about the tasks of partners, but for those of their own profile, the oldest first. */
export const listTeamComments =
  (db: Executor, userId: string, ownPartnerId: string | null) => (last: Last<'createdAt'>) =>
    selectComments(
      db,
      userId,
      and(
        eq(taskComments.authorId, userId),
        ownPartnerId ? ne(partnerTasks.partnerId, ownPartnerId) : undefined,
      ),
      last,
    )

const selectComments = (db: Executor, userId: string, chosen: SQL | undefined, last: Last<'createdAt'>) =>
  db
    .select({
      id: taskComments.id,
      task: partnerTasks.taskName,
      from: sql<string>`case when ${taskComments.authorId} = ${userId} then 'you' else 'Partner team' end`,
      comment: taskComments.body,
      createdAt: taskComments.createdAt,
    })
    .from(taskComments)
    .innerJoin(partnerTasks, eq(partnerTasks.id, taskComments.taskId))
    .where(
      and(
        chosen,
        isNotDeleted,
        isAfter(taskComments.createdAt, taskComments.id, last && [last.createdAt, last.id]),
      ),
    )
    .orderBy(asc(taskComments.createdAt), asc(taskComments.id))
    .limit(pageSize)

/** Reads a page of the emails to a user, the oldest first, with what they said. */
export const listOwnEmails =
  (db: Executor, user: { id: string; email: string }, companyName: string) =>
  async (last: Last<'createdAt'>) => {
    const rows = await db
      .select({
        ...pick(emailNotificationLogs, 'id', 'content', 'recipient', 'subject', 'type'),
        ...pick(emailNotificationLogs, 'status', 'createdAt', 'sentAt'),
      })
      .from(emailNotificationLogs)
      .where(
        and(
          isMailTo(user),
          isAfter(
            emailNotificationLogs.createdAt,
            emailNotificationLogs.id,
            last && [last.createdAt, last.id],
          ),
        ),
      )
      .orderBy(asc(emailNotificationLogs.createdAt), asc(emailNotificationLogs.id))
      .limit(pageSize)
    return rows.map(({ content, ...row }) =>
      // Others are named in it.
      content?.about?.length
        ? { ...row, subject: null, text: null }
        : { ...row, text: content && renderText(content, companyName) },
    )
  }

/** Reads a page of the resources that a user downloaded, the oldest download first. */
export const listOwnDownloads = (db: Executor, userId: string) => (last: Last<'downloadedAt'>) =>
  db
    .select({
      id: resourceDownloads.id,
      title: resourceFiles.title,
      downloadedAt: resourceDownloads.downloadedAt,
    })
    .from(resourceDownloads)
    .innerJoin(resourceFiles, eq(resourceFiles.id, resourceDownloads.resourceId))
    .where(
      and(
        eq(resourceDownloads.userId, userId),
        isAfter(resourceDownloads.downloadedAt, resourceDownloads.id, last && [last.downloadedAt, last.id]),
      ),
    )
    .orderBy(asc(resourceDownloads.downloadedAt), asc(resourceDownloads.id))
    .limit(pageSize)

/** Reads a page of the announcements that a user read, the first read first. */
export const listOwnReads = (db: Executor, userId: string) => (last: Last<'readAt'>) =>
  db
    .select({
      id: announcements.id,
      title: announcements.title,
      readAt: announcementReads.readAt,
      dismissedAt: announcementReads.dismissedAt,
    })
    .from(announcementReads)
    .innerJoin(announcements, eq(announcements.id, announcementReads.announcementId))
    .where(
      and(
        eq(announcementReads.userId, userId),
        isAfter(announcementReads.readAt, announcements.id, last && [last.readAt, last.id]),
      ),
    )
    .orderBy(asc(announcementReads.readAt), asc(announcements.id))
    .limit(pageSize)

/** Reads a page of what a member of staff wrote in the conversations of partners, the oldest first. */
export const listTeamMessages = (db: Executor, senderId: string) => (last: Last<'createdAt'>) =>
  db
    .select(pick(chatMessages, 'id', 'message', 'fileName', 'createdAt'))
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.senderId, senderId),
        ne(chatMessages.conversationId, senderId),
        isAfter(chatMessages.createdAt, chatMessages.id, last && [last.createdAt, last.id]),
      ),
    )
    .orderBy(asc(chatMessages.createdAt), asc(chatMessages.id))
    .limit(pageSize)
