import { and, count, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { appendixAFields } from '#contract/partners/profile.ts'
import { profileFields } from '#contract/partners/profile-fields.ts'
import type { ErasureInventory } from '#contract/users/erasure.ts'
import type { Executor, Transaction } from '#server/db/client.ts'
import { knownBrowsers, passkeys, recoveryCodes, securityAlerts } from '#server/db/schema/account.ts'
import { chatConversations, chatMails, chatMessages, chatPresence } from '#server/db/schema/chat.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { uploads } from '#server/db/schema/files.ts'
import {
  partnerActivations,
  partnerActivities,
  partnerDocuments,
  partnerProfiles,
  partnerTasks,
} from '#server/db/schema/partners.ts'
import { resourceDownloads } from '#server/db/schema/resources.ts'
import { sharedTasks } from '#server/db/schema/shared.ts'
import { documentSignatures } from '#server/db/schema/signatures.ts'
import { taskProofs } from '#server/db/schema/tasks.ts'
import {
  signInAddresses,
  signInAttempts,
  userEmailPreferences,
  userIdentities,
  userPictures,
  users,
} from '#server/db/schema/users.ts'
import { lockAddress } from '#server/features/sign-in/data.ts'
import { isMailTo } from '#server/mail/data.ts'

/** Whose data it is. */
export interface Erased {
  id: string
  email: string
  partnerId: string | null
}

const ofEmail = (column: PgColumn, { email }: Pick<Erased, 'email'>) =>
  eq(sql`lower(${column})`, email.toLowerCase())

// No partner has it: queries of a user without a profile find nothing.
const noPartner = '00000000-0000-0000-0000-000000000000'
const partnerIdOf = ({ partnerId }: Pick<Erased, 'partnerId'>) => partnerId ?? noPartner

/**
 * Locks a user's profile with its tasks and activations, in the order in which changes of these lock them, and returns its id.
 * A signature that is being made is waited for.
 */
export const lockPartner = async (db: Executor, userId: string) => {
  const [found] = await db
    .select({ id: partnerProfiles.id })
    .from(partnerProfiles)
    .where(eq(partnerProfiles.userId, userId))
  if (!found) return null
  for (const table of [partnerTasks, partnerActivations]) {
    await db
      .select({ id: table.id })
      .from(table)
      .where(eq(table.partnerId, found.id))
      .orderBy(table.id)
      .for('update')
  }
  await db
    .select({ id: partnerProfiles.id })
    .from(partnerProfiles)
    .where(eq(partnerProfiles.id, found.id))
    .for('update')
  return found.id
}

/**
 * Locks what sign-ins by email and reports lock before their user, in the same order. Call it before any user is locked: otherwise
 * each would wait for the other.
 */
export const lockSignIns = async (tx: Transaction, erased: Pick<Erased, 'id' | 'email'>) => {
  await tx
    .select({ id: securityAlerts.id })
    .from(securityAlerts)
    .where(eq(securityAlerts.userId, erased.id))
    .orderBy(securityAlerts.id)
    .for('update')
  await lockAddress(tx, erased.email)
  await tx
    .select({ id: signInAttempts.id })
    .from(signInAttempts)
    .where(ofEmail(signInAttempts.email, erased))
    .orderBy(signInAttempts.id)
    .for('update')
}

/** Against everything that begins to refer to the user, until the transaction ends. */
export const lockUser = async (db: Executor, userId: string) => {
  const [user] = await db
    .select({
      id: users.id,
      email: users.email,
      erasedAt: users.erasedAt,
      partnerId: partnerProfiles.id,
    })
    .from(users)
    .leftJoin(partnerProfiles, eq(partnerProfiles.userId, users.id))
    .where(eq(users.id, userId))
    .for('update', { of: users })
  return user
}

const isTeamMessage = ({ id }: Pick<Erased, 'id'>) =>
  and(eq(chatMessages.senderId, id), ne(chatMessages.conversationId, id))

const isOpen = (erased: Erased) =>
  and(eq(partnerDocuments.partnerId, partnerIdOf(erased)), eq(partnerDocuments.status, 'pending'))

// The file of a task for several is still that of the others.
const isOwnTask = (erased: Erased) =>
  and(eq(partnerTasks.partnerId, partnerIdOf(erased)), isNull(partnerTasks.sharedTaskId))

const openFiles = (erased: Erased) => [
  [chatMessages.filePath, chatMessages, eq(chatMessages.conversationId, erased.id)] as const,
  [partnerTasks.filePath, partnerTasks, isOwnTask(erased)] as const,
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
      id: users.id,
      email: users.email,
      lastSignInAt: users.lastSignInAt,
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
    signedAgreements: signatures?.rows ?? 0,
    teamMessages: await numberOf(chatMessages, isTeamMessage(erased)),
  }
}

/** Deletes what is stored by an email address, without a foreign key to its user. */
export const deleteByEmail = async (db: Executor, erased: Erased) => {
  await db.delete(emailNotificationLogs).where(isMailTo(erased))
  await db.delete(signInAttempts).where(ofEmail(signInAttempts.email, erased))
  await db.delete(signInAddresses).where(ofEmail(signInAddresses.email, erased))
}

/** With everything that refers to it. */
export const deleteUser = async (db: Executor, { id }: Erased) => {
  await db.delete(users).where(eq(users.id, id))
}

// What belongs to the user alone, and goes also when their row stays.
const ownTables = [
  userIdentities,
  userEmailPreferences,
  userPictures,
  passkeys,
  recoveryCodes,
  knownBrowsers,
  securityAlerts,
  chatPresence,
  chatMails,
  chatConversations,
]

/** Empties the row of a user, and their profile's, of personal data, and deletes all that nothing kept refers to. */
export const anonymizeUser = async (db: Executor, erased: Erased) => {
  const { id, partnerId } = erased
  // Nobody can receive email there: RFC 2606 reserves the domain.
  const email = `erased-${id}@erased.invalid`
  for (const table of ownTables) await db.delete(table).where(eq(table.userId, id))
  await db.update(partnerTasks).set({ ownerId: null }).where(eq(partnerTasks.ownerId, id))
  await db.update(sharedTasks).set({ ownerId: null }).where(eq(sharedTasks.ownerId, id))
  await db.update(resourceDownloads).set({ userId: null }).where(eq(resourceDownloads.userId, id))
  await db
    .update(users)
    .set({
      email,
      firstName: 'Erased',
      lastName: 'user',
      profileImageUrl: null,
      timeZone: null,
      role: 'user',
      partnerGroup: null,
      disabledAt: sql`coalesce(${users.disabledAt}, now())`,
      erasedAt: sql`now()`,
      lastSignInAt: null,
      lastSeenAt: null,
    })
    .where(eq(users.id, id))
  if (!partnerId) return
  await db.delete(partnerDocuments).where(isOpen(erased))
  // The name of a scan can name a person.
  await db.update(partnerDocuments).set({ fileName: null }).where(eq(partnerDocuments.partnerId, partnerId))
  for (const table of [partnerTasks, partnerActivations, partnerActivities]) {
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
