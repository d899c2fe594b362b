import { and, arrayContains, count, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { appendixAFields } from '#contract/partners/profile.ts'
import { profileFields } from '#contract/partners/profile-fields.ts'
import type { ErasureInventory } from '#contract/users/erasure.ts'
import { isForNobody } from '#server/db/audience.ts'
import type { Executor } from '#server/db/client.ts'
import { knownBrowsers, passkeys, recoveryCodes, securityAlerts } from '#server/db/schema/account.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { announcementAudiences, announcementReads } from '#server/db/schema/announcements.ts'
import { apiTokens } from '#server/db/schema/api-tokens.ts'
import { calendarFeeds } from '#server/db/schema/calendar-feeds.ts'
import { chatConversations, chatMails, chatMessages, chatPresence } from '#server/db/schema/chat.ts'
import { formDrafts } from '#server/db/schema/drafts.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { uploads } from '#server/db/schema/files.ts'
import { notifications, weeklyDigests } from '#server/db/schema/notifications.ts'
import {
  partnerActivities,
  partnerDocuments,
  partnerProfiles,
  partnerTasks,
} from '#server/db/schema/partners.ts'
import { resourceDownloads } from '#server/db/schema/resources.ts'
import { sharedDocuments, taskDefinitions } from '#server/db/schema/shared.ts'
import { documentCountersignatures, documentSignatures } from '#server/db/schema/signatures.ts'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { taskSetPartners, taskTemplates } from '#server/db/schema/task-sets.ts'
import { taskProofs } from '#server/db/schema/tasks.ts'
import {
  signInAddresses,
  signInAttempts,
  userEmailPreferences,
  userIdentities,
  userPictures,
  users,
} from '#server/db/schema/users.ts'
import { webhookDeliveries } from '#server/db/schema/webhooks.ts'
import { eraseMailsAbout, isMailTo, noRefusal } from '#server/mail/data.ts'
import { pick } from '#server/pick.ts'

/** Whose data it is. */
export interface Erased {
  id: string
  email: string
  partnerId: string | null
}

export const ofEmail = (column: PgColumn, { email }: Pick<Erased, 'email'>) =>
  eq(sql`lower(${column})`, email.toLowerCase())

// No partner has it: queries of a user without a profile find nothing.
const noPartner = '00000000-0000-0000-0000-000000000000'
const partnerIdOf = ({ partnerId }: Pick<Erased, 'partnerId'>) => partnerId ?? noPartner

/** Whether a recurring task is for the partner, among others. */
export const isForPartner = (erased: Pick<Erased, 'partnerId'>) =>
  arrayContains(taskSeries.assignedPartnerIds, [partnerIdOf(erased)])

const isTeamMessage = ({ id }: Pick<Erased, 'id'>) =>
  and(eq(chatMessages.senderId, id), ne(chatMessages.conversationId, id))

const isOpen = (erased: Erased) =>
  and(eq(partnerDocuments.partnerId, partnerIdOf(erased)), eq(partnerDocuments.status, 'pending'))

// What several partners have to do is still that of the others.
const isOwnTask = (erased: Erased) =>
  and(
    eq(taskDefinitions.isForOne, true),
    arrayContains(taskDefinitions.assignedPartnerIds, [partnerIdOf(erased)]),
  )

const openFiles = (erased: Erased) => [
  [chatMessages.filePath, chatMessages, eq(chatMessages.conversationId, erased.id)] as const,
  [taskDefinitions.filePath, taskDefinitions, isOwnTask(erased)] as const,
  [partnerDocuments.documentPath, partnerDocuments, isOpen(erased)] as const,
  [userPictures.objectKey, userPictures, eq(userPictures.userId, erased.id)] as const,
]

/** The files of what is erased, by their names in the store. */
export const listFiles = async (db: Executor, erased: Erased) => {
  const proofs = await db
    .select({ path: taskProofs.filePath })
    .from(taskProofs)
    .innerJoin(partnerTasks, eq(partnerTasks.id, taskProofs.taskId))
    .where(eq(partnerTasks.partnerId, partnerIdOf(erased)))
  const found = proofs.map(({ path }) => path)
  for (const [path, table, condition] of openFiles(erased)) {
    const rows = await db
      .select({ path })
      .from(table)
      .where(and(isNotNull(path), condition))
    found.push(...rows.flatMap((row) => row.path ?? []))
  }
  return found
}

export const getErasable = async (db: Executor, userId: string) => {
  const [user] = await db
    .select({
      ...pick(users, 'id', 'email', 'lastSignInAt'),
      partnerId: partnerProfiles.id,
    })
    .from(users)
    .leftJoin(partnerProfiles, eq(partnerProfiles.userId, users.id))
    .where(eq(users.id, userId))
  return user
}

/** What there is of a user. */
export const takeInventory = async (
  db: Executor,
  erased: Erased & { lastSignInAt: Date | null },
): Promise<ErasureInventory> => {
  const partner = partnerIdOf(erased)
  const numberOf = (table: PgTable, condition: SQL | undefined) => db.$count(table, condition)
  const signed = and(eq(partnerDocuments.partnerId, partner), eq(partnerDocuments.status, 'signed'))
  const [signatures] = await db
    .select({ rows: count() })
    .from(partnerDocuments)
    .leftJoin(documentSignatures, eq(documentSignatures.documentId, partnerDocuments.id))
    .where(or(signed, eq(documentSignatures.signerId, erased.id)))
  return {
    hasSignedIn: erased.lastSignInAt !== null,
    hasProfile: erased.partnerId !== null,
    openAgreements: await numberOf(partnerDocuments, isOpen(erased)),
    tasks: await numberOf(partnerTasks, eq(partnerTasks.partnerId, partner)),
    activations: await numberOf(partnerActivations, eq(partnerActivations.partnerId, partner)),
    messages: await numberOf(chatMessages, eq(chatMessages.conversationId, erased.id)),
    files: (await listFiles(db, erased)).length,
    emails: await numberOf(emailNotificationLogs, isMailTo(erased)),
    signedAgreements:
      (signatures?.rows ?? 0) +
      (await numberOf(documentCountersignatures, eq(documentCountersignatures.signerId, erased.id))),
    teamMessages: await numberOf(chatMessages, isTeamMessage(erased)),
  }
}

/** Deletes what is stored of a user without a foreign key: by their email address, and in emails to others. */
export const deleteByEmail = async (db: Executor, erased: Erased) => {
  await db.delete(emailNotificationLogs).where(isMailTo(erased))
  await eraseMailsAbout(db, erased.id)
  await db.delete(signInAttempts).where(ofEmail(signInAttempts.email, erased))
  await db.delete(signInAddresses).where(ofEmail(signInAddresses.email, erased))
}

/** Stops what comes again for the erased partner alone. Answers what it was. */
export const stopSeriesForNobody = (db: Executor, erased: Pick<Erased, 'partnerId'>) =>
  db
    .update(taskSeries)
    .set({ stoppedAt: sql`now()` })
    .where(
      and(isForPartner(erased), isNull(taskSeries.stoppedAt), isNotNull(taskSeries.nextDueAt), isForNobody),
    )
    .returning({ id: taskSeries.id, taskName: taskSeries.taskName })

/** Deletes what was sent to other systems about a user. That they are erased is sent after it. */
export const deleteWebhooks = async (db: Executor, { id }: Pick<Erased, 'id'>) => {
  await db.delete(webhookDeliveries).where(eq(webhookDeliveries.userId, id))
}

/** Removes the terms of a partner from what was given to several. */
export const deletePartnerTerms = async (db: Executor, { partnerId }: Pick<Erased, 'partnerId'>) => {
  if (!partnerId) return
  await db
    .update(sharedDocuments)
    .set({ partnerTerms: sql`${sharedDocuments.partnerTerms} - ${partnerId}::text` })
    .where(sql`${sharedDocuments.partnerTerms} ? ${partnerId}::text`)
}

/** Deletes the tasks of the partner alone. */
export const deleteOwnTasks = async (db: Executor, erased: Erased) => {
  await db.delete(taskDefinitions).where(isOwnTask(erased))
}

/** With everything that refers to it. */
export const deleteUser = async (db: Executor, { id }: Erased) => {
  await db.delete(users).where(eq(users.id, id))
}

// What belongs to the user alone, and goes also when their row stays.
const ownTables = [
  userIdentities,
  userEmailPreferences,
  notifications,
  weeklyDigests,
  userPictures,
  passkeys,
  recoveryCodes,
  knownBrowsers,
  securityAlerts,
  announcementReads,
  announcementAudiences,
  chatPresence,
  chatMails,
  chatConversations,
  calendarFeeds,
  formDrafts,
]

/** Empties the row of a user, and their profile's, of personal data, and deletes all that nothing kept refers to. */
export const anonymizeUser = async (db: Executor, erased: Erased) => {
  const { id, partnerId } = erased
  // Nobody can receive email there: RFC 2606 reserves the domain.
  const email = `erased-${id}@erased.invalid`
  for (const table of ownTables) await db.delete(table).where(eq(table.userId, id))
  await db.delete(apiTokens).where(eq(apiTokens.createdBy, id))
  await db.update(partnerTasks).set({ ownerId: null }).where(eq(partnerTasks.ownerId, id))
  await db.update(taskDefinitions).set({ ownerId: null }).where(eq(taskDefinitions.ownerId, id))
  await db.update(taskSeries).set({ ownerId: null }).where(eq(taskSeries.ownerId, id))
  await db.update(taskTemplates).set({ ownerId: null }).where(eq(taskTemplates.ownerId, id))
  await db.update(resourceDownloads).set({ userId: null }).where(eq(resourceDownloads.userId, id))
  await db
    .update(users)
    .set({
      email,
      firstName: 'Erased',
      lastName: 'user',
      profileImageUrl: null,
      timeZone: null,
      isTimeZoneChosen: false,
      role: 'user',
      partnerGroup: null,
      disabledAt: sql`coalesce(${users.disabledAt}, now())`,
      erasedAt: sql`now()`,
      invitedAt: null,
      lastSignInAt: null,
      lastSeenAt: null,
      ...noRefusal,
    })
    .where(eq(users.id, id))
  if (!partnerId) return
  await db.delete(partnerDocuments).where(isOpen(erased))
  // The name of a scan can name a person, and so can the reason why it was voided.
  await db
    .update(partnerDocuments)
    .set({ fileName: null, voidReason: null })
    .where(eq(partnerDocuments.partnerId, partnerId))
  // Of staff: they name the partner, and quote what they wrote.
  for (const table of [notifications, partnerTasks, partnerActivations, partnerActivities, taskSetPartners]) {
    await db.delete(table).where(eq(table.partnerId, partnerId))
  }
  await db
    .update(partnerProfiles)
    .set({ ...emptyProfile, email })
    .where(eq(partnerProfiles.id, partnerId))
}

/** Forgets the names of files that the user has uploaded, used ones included. */
export const clearUploads = async (db: Executor, { id }: Erased) => {
  await db.update(uploads).set({ userId: null, fileName: null }).where(eq(uploads.userId, id))
}

export const listUnusedUploads = async (db: Executor, { id }: Erased) => {
  const rows = await db
    .select({ objectKey: uploads.objectKey })
    .from(uploads)
    .where(and(eq(uploads.userId, id), isNull(uploads.usedAt)))
  return rows.map(({ objectKey }) => objectKey)
}

const requiredTexts = {
  fullName: 'Erased partner',
  businessName: 'Erased business',
  state: '',
  mainMarketingContact: '',
  businessWebsite: '',
  preferredCommunicationMethod: 'email',
  marketingPreferredCommunicationMethod: 'email',
} as const

/** Every field of a profile but the email address, with all that may be empty empty. */
const emptyProfile = {
  ...Object.fromEntries([...Object.keys(profileFields), ...appendixAFields].map((name) => [name, null])),
  ...requiredTexts,
}
