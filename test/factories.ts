import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { OnboardingType } from '#contract/documents/agreements/agreement.ts'
import type { SignDocument } from '#contract/documents/documents.ts'
import { maxRows } from '#contract/paging.ts'
import type { OnboardingStatus } from '#contract/partners/labels.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { savedReplies } from '#server/db/schema/chat.ts'
import { uploads } from '#server/db/schema/files.ts'
import { partnerDocuments, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { resourceFiles, resourceFileVersions, resourceFolders } from '#server/db/schema/resources.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { users } from '#server/db/schema/users.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { listDocuments } from '#server/features/documents/data.ts'
import { signDocument } from '#server/features/documents/signing/actions.ts'
import { createOpenDocuments } from '#server/features/partners/onboarding/data.ts'
import { getProfileByUser } from '#server/features/partners/profile/data.ts'
import { newToken } from '#server/sessions/sessions.ts'
import { fileKey, uploadKey } from '#server/storage/object-keys.ts'
import { agreedTermsOf } from './agreed-terms.ts'
import type { TestApp } from './app.ts'
import { signing } from './signing.ts'

type Portal = Pick<TestApp, 'db' | 'deps'>
type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

let counter = 0
const nextNumber = () => ++counter

const firstRow = <T>([row]: T[]): T => {
  if (row === undefined) throw new Error('no row came back')
  return row
}

/** Creates a user, by default an invited one with the role `user` and without a profile. */
export const createUser = async ({ db }: Pick<Portal, 'db'>, user: New<typeof users> = {}) => {
  const number = nextNumber()
  const values = { email: `person-${number}@example.test`, firstName: 'Robin', lastName: `Nº ${number}` }
  return firstRow(
    await db
      .insert(users)
      .values({ ...values, invitedAt: new Date(), ...user })
      .returning(),
  )
}

/** The profile form of onboarding, with its required fields filled in. */
export const profileForm = {
  fullName: 'Dana Whitfield',
  email: 'dana@harborview.example.com',
  state: 'AL',
  businessName: 'Harborview Hall LLC',
  mainMarketingContact: 'Robin Vale',
  businessWebsite: 'https://harborview.example.com',
  preferredCommunicationMethod: 'email',
  marketingPreferredCommunicationMethod: 'email',
  marketingContactEmail: 'marketing@harborview.example.com',
}

/** Signs the partner's open agreement of a type with the portal's own code and the agreed terms. */
export const sign = async (
  portal: Portal,
  user: Actor,
  documentType: OnboardingType,
  documentId?: string,
) => {
  const agreed = await agreedTermsOf(portal, user, documentType, documentId)
  const signatureData = { ...signing[documentType].signatureData, ...agreed }
  return signDocument(
    { ...portal.deps, db: portal.db },
    { ...user, partnerId: (await getProfileByUser(portal.db, user.id))?.id ?? null },
    {
      id: user.id,
      email: user.email,
      ipAddress: '192.0.2.7',
      userAgent: 'Mozilla/5.0 (Factory)',
      signInMethod: 'code',
      signedInAt: new Date(),
    },
    { documentType, signatureData, documentId } as SignDocument,
  )
}

type NewProfile = New<typeof partnerProfiles>

/**
 * Creates a user with a partner profile and its two agreements. `status` is the step of onboarding: `profile` as staff entered it,
 * `documents` once the partner has confirmed it, `completed` with both agreements signed. They are signed in the portal with their
 * evidence, which takes sixty statements, or with `onPaper` as staff mark them, which takes one.
 */
export const createPartner = async (
  portal: Portal,
  {
    status = 'documents',
    onPaper = false,
    user: given,
    ...profile
  }: NewProfile & { status?: OnboardingStatus; onPaper?: boolean; user?: New<typeof users> } = {},
) => {
  const { db } = portal
  const user = await createUser(portal, given)
  const { id } = firstRow(
    await db
      .insert(partnerProfiles)
      .values({
        userId: user.id,
        fullName: `${user.firstName} ${user.lastName}`,
        email: user.email,
        state: 'AL',
        businessName: `Harborview Hall ${nextNumber()}`,
        mainMarketingContact: 'Dana Whitfield',
        businessWebsite: 'https://harborview.example.com',
        marketingContactEmail: user.email,
        onboardingStatus: status === 'completed' && !onPaper ? 'documents' : status,
        ...profile,
      })
      .returning({ id: partnerProfiles.id }),
  )
  await createOpenDocuments(db, id)
  if (status === 'completed' && onPaper) {
    await db.update(partnerDocuments).set(signedOnPaper()).where(eq(partnerDocuments.partnerId, id))
  } else if (status === 'completed') {
    await sign(portal, user, 'nda')
    await sign(portal, user, 'venue_partnership_agreement')
  }
  const row = await getProfileByUser(db, user.id)
  if (!row) throw new Error('the profile just made is gone')
  return { user, profile: row, documents: await listDocuments(db, id, { page: 1, limit: maxRows }) }
}

const partnerIdOr = async (portal: Portal, partnerId: string | undefined) =>
  partnerId ?? (await createPartner(portal)).profile.id

/** Creates another agreement of a partner, which is still to be signed. */
export const createDocument = async (portal: Portal, document: New<typeof partnerDocuments> = {}) => {
  const partnerId = await partnerIdOr(portal, document.partnerId)
  return firstRow(
    await portal.db
      .insert(partnerDocuments)
      .values({ documentType: 'venue_partnership_agreement', ...document, partnerId })
      .returning(),
  )
}

/** The columns of an agreement that staff have marked as signed. */
export const signedOnPaper = () => ({
  status: 'signed' as const,
  signedAt: new Date(),
  signatureData: JSON.stringify({ signedOn: 'paper', markedByName: 'Robin Vale' }),
})

/** Bodies of requests that create a task and an activation, without `partnerId`. */
export const taskForm = {
  taskName: 'Hang the posters',
  dueDate: '2049-03-01T12:00:00.000Z',
  taskType: 'physical',
}
export const activationForm = { name: 'Spring weekend', activationDate: '2049-04-17T14:00:00.000Z' }

export const createTask = async (portal: Portal, task: New<typeof partnerTasks> = {}) => {
  const partnerId = await partnerIdOr(portal, task.partnerId)
  const taskName = `Hang the posters, part ${nextNumber()}`
  const content = {
    taskName,
    taskType: 'physical' as const,
    dueDate: new Date('2049-03-01T12:00:00Z'),
    ...task,
  }
  // Unless the test names the definition, the task belongs to a definition for this partner alone.
  const definitionId = task.definitionId ?? (await createOwnDefinition(portal, { ...content, partnerId }))
  const values = { id: definitionId, ...content, partnerId, definitionId }
  if (task.definitionId) values.id = task.id ?? crypto.randomUUID()
  return firstRow(await portal.db.insert(partnerTasks).values(values).returning())
}

/** Creates the definition of a task for one partner alone, and returns its id, which is also the id of the task. */
const createOwnDefinition = async (
  { db }: Portal,
  { partnerId, ...task }: typeof taskDefinitions.$inferInsert & { partnerId: string },
) => {
  const values = { ...task, assignedPartnerIds: [partnerId], isForOne: true }
  return firstRow(await db.insert(taskDefinitions).values(values).returning({ id: taskDefinitions.id })).id
}

export const createActivation = async (portal: Portal, activation: New<typeof partnerActivations> = {}) => {
  const partnerId = await partnerIdOr(portal, activation.partnerId)
  const name = `Spring weekend ${nextNumber()}`
  return firstRow(
    await portal.db
      .insert(partnerActivations)
      .values({ name, activationDate: new Date('2049-04-17T14:00:00Z'), ...activation, partnerId })
      .returning(),
  )
}

export const createSavedReply = async ({ db }: Portal, reply: New<typeof savedReplies> = {}) =>
  firstRow(
    await db
      .insert(savedReplies)
      .values({ title: `Thanks ${nextNumber()}`, text: 'Thank you, {{first_name}}.', ...reply })
      .returning(),
  )

export const createFolder = async ({ db }: Portal, folder: New<typeof resourceFolders> = {}) =>
  firstRow(
    await db
      .insert(resourceFolders)
      .values({ name: `Folder ${nextNumber()}`, category: 'creative', ...folder })
      .returning(),
  )

/** The body of a request that creates a resource, without the fields of its file. */
export const resourceForm = { title: 'Summer poster', category: 'creative', folderId: null }

/** Creates an upload of a text file in some state; by default only the upload URL has been requested. */
export const createUpload = async (
  { db, deps }: Portal,
  {
    userId,
    state = 'asked',
    ...upload
  }: New<typeof uploads> & { userId: string; state?: 'asked' | 'received' | 'registered' },
) => {
  const bytes = Buffer.from('hello')
  const now = new Date()
  const created = firstRow(
    await db
      .insert(uploads)
      .values({
        userId,
        objectKey: newToken(),
        fileName: 'hello.txt',
        fileType: 'txt',
        fileSize: bytes.length,
        expiresAt: new Date(now.getTime() + 60_000),
        ...(state !== 'asked' && { receivedAt: now }),
        ...(state === 'registered' && {
          registeredAt: now,
          storedSize: bytes.length,
          sha256: hash('sha256', bytes),
        }),
        ...upload,
      })
      .returning(),
  )
  if (state !== 'asked') {
    const key = state === 'received' ? uploadKey(created) : fileKey(created.objectKey)
    await deps.store.write(key, Readable.from([bytes]), bytes.length)
  }
  return created
}

/** The fields of a registered upload in a request that creates a resource. */
export const fileOf = ({ objectKey, fileType, fileSize }: typeof uploads.$inferSelect) => ({
  filePath: objectKey,
  fileType,
  fileSize,
})

/** Creates a resource with its bytes in the store, by default for everyone. */
export const createResource = async (
  { db, deps }: Portal,
  {
    bytes = Buffer.from(`Brand guide ${nextNumber()}`),
    ...resource
  }: New<typeof resourceFiles> & { bytes?: Buffer } = {},
) => {
  const file = {
    objectKey: newToken(),
    fileName: 'brand-guide.txt',
    fileType: 'txt' as const,
    fileSize: bytes.length,
    sha256: hash('sha256', bytes),
  }
  await deps.store.write(fileKey(file.objectKey), Readable.from([bytes]), bytes.length)
  const created = firstRow(
    await db
      .insert(resourceFiles)
      .values({
        title: `Brand guide ${nextNumber()}`,
        category: 'creative',
        filePath: file.objectKey,
        ...file,
        ...resource,
      })
      .returning(),
  )
  const { objectKey, fileName, fileType, fileSize, sha256 } = created
  await db
    .insert(resourceFileVersions)
    .values({ resourceId: created.id, objectKey, fileName, fileType, fileSize, sha256 })
  return created
}
