import { and, asc, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { knownBrowsers, passkeys } from '#server/db/schema/account.ts'
import { chatMessages } from '#server/db/schema/chat.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { partnerActivities } from '#server/db/schema/partners.ts'
import { resourceDownloads, resourceFiles } from '#server/db/schema/resources.ts'
import { sessions, userEmailPreferences, userIdentities, users } from '#server/db/schema/users.ts'

/** The user's account, without secrets and what is computed from the rest. */
export const getAccount = async (db: Executor, id: string) => {
  const [user] = await db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      profileImageUrl: users.profileImageUrl,
      role: users.role,
      partnerGroup: users.partnerGroup,
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
      lastSignInAt: users.lastSignInAt,
      lastSeenAt: users.lastSeenAt,
    })
    .from(users)
    .where(eq(users.id, id))
  const [preferences] = await db
    .select()
    .from(userEmailPreferences)
    .where(eq(userEmailPreferences.userId, id))
  const { userId: _user, ...emailPreferences } = preferences ?? { userId: id }
  return { ...user, emailPreferences }
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
    .select({
      issuer: userIdentities.issuer,
      subject: userIdentities.subject,
      createdAt: userIdentities.createdAt,
    })
    .from(userIdentities)
    .where(eq(userIdentities.userId, id)),
})

/** What happened to a partner, without who of the team did it. */
export const listOwnActivities = (db: Executor, partnerId: string, userId: string) =>
  db
    .select({
      description: partnerActivities.description,
      createdAt: partnerActivities.createdAt,
      by: sql<string>`case when ${partnerActivities.metadata} ->> 'actorId' = ${userId} then 'you' else 'Partner team' end`,
    })
    .from(partnerActivities)
    .where(eq(partnerActivities.partnerId, partnerId))
    .orderBy(asc(partnerActivities.createdAt))

export const listOwnEmails = (db: Executor, email: string) =>
  db
    .select({
      recipient: emailNotificationLogs.recipient,
      subject: emailNotificationLogs.subject,
      type: emailNotificationLogs.type,
      status: emailNotificationLogs.status,
      createdAt: emailNotificationLogs.createdAt,
      sentAt: emailNotificationLogs.sentAt,
    })
    .from(emailNotificationLogs)
    .where(eq(sql`lower(${emailNotificationLogs.recipient})`, email.toLowerCase()))
    .orderBy(asc(emailNotificationLogs.createdAt))

export const listOwnDownloads = (db: Executor, userId: string) =>
  db
    .select({ title: resourceFiles.title, downloadedAt: resourceDownloads.downloadedAt })
    .from(resourceDownloads)
    .innerJoin(resourceFiles, eq(resourceFiles.id, resourceDownloads.resourceId))
    .where(eq(resourceDownloads.userId, userId))
    .orderBy(asc(resourceDownloads.downloadedAt))

/** A page of what a member of staff wrote in the conversations of partners, the oldest first, after the last one of the page before. */
export const listTeamMessages = (
  db: Executor,
  senderId: string,
  after: { id: string; createdAt: Date } | undefined,
  limit: number,
) =>
  db
    .select({
      id: chatMessages.id,
      message: chatMessages.message,
      fileName: chatMessages.fileName,
      createdAt: chatMessages.createdAt,
    })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.senderId, senderId),
        ne(chatMessages.conversationId, senderId),
        after &&
          gt(
            sql`(${chatMessages.createdAt}, ${chatMessages.id})`,
            sql`(${after.createdAt}, ${after.id}::uuid)`,
          ),
      ),
    )
    .orderBy(asc(chatMessages.createdAt), asc(chatMessages.id))
    .limit(limit)
