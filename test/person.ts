import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { refreshAllPartnerFacts } from '#server/db/partner-facts.ts'
import { knownBrowsers, passkeys, recoveryCodes, securityAlerts } from '#server/db/schema/account.ts'
import { announcementAudiences, announcementReads } from '#server/db/schema/announcements.ts'
import { attentionMarks } from '#server/db/schema/attention.ts'
import { calendarFeeds } from '#server/db/schema/calendar-feeds.ts'
import { chatMails, chatPresence, chatProcesses, savedReplies } from '#server/db/schema/chat.ts'
import { formDrafts } from '#server/db/schema/drafts.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { notifications, weeklyDigests } from '#server/db/schema/notifications.ts'
import { partnerInvitations } from '#server/db/schema/partner-invitations.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerActivities, partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { resourceDownloads, resourceFileVersions } from '#server/db/schema/resources.ts'
import { taskSetPartners } from '#server/db/schema/task-sets.ts'
import { taskComments } from '#server/db/schema/tasks.ts'
import {
  signInAddresses,
  signInAttempts,
  userEmailPreferences,
  userIdentities,
  userPictures,
} from '#server/db/schema/users.ts'
import { record } from '#server/domain-events/record.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { signedIn } from '#server/features/session/events.ts'
import { thumbnailKey } from '#server/storage/object-keys.ts'
import { addActivation } from './activation-of-person.ts'
import { createAnnouncement } from './announcements.ts'
import { createApiToken } from './api-tokens.ts'
import type { TestApp } from './app.ts'
import { createBulkAction } from './bulk-actions.ts'
import { addInternalRows } from './conversation-rows.ts'
import {
  createFolder,
  createPartner,
  createResource,
  createTask,
  createUpload,
  createUser,
} from './factories.ts'
import { addInvoice } from './invoices.ts'
import { createMember } from './members.ts'
import { addObligation } from './obligations.ts'
import { addNotesAndTag } from './partner-notes.ts'
import { createSeries, createSet, createTemplate } from './plan-rows.ts'
import { createView } from './saved-views.ts'
import { createSharedDocument, createTaskDefinition } from './shared-rows.ts'
import { createTaskProof } from './task-proofs.ts'
import { createDelivery, createEndpoint } from './webhooks.ts'

/** Returns a word that occurs nowhere else, to mark the data of one user. */
export const newCanary = () => `zanzibar${crypto.randomUUID().slice(0, 8)}`

const fileColumns = ({
  objectKey,
  fileName,
  fileType,
  fileSize,
  sha256,
}: Awaited<ReturnType<typeof createUpload>>) => ({
  filePath: objectKey,
  fileName,
  fileType,
  fileSize,
  fileSha256: sha256,
})

/** Creates a partner with a row in every table that refers to users or partners. Each of the partner's texts contains the canary. */
export const createPerson = async (portal: TestApp, canary: string) => {
  const { db, deps } = portal
  const email = `${canary}@example.test`
  const name = `Mx ${canary}`
  const partner = await createPartner(portal, {
    user: {
      email,
      firstName: canary,
      lastName: canary,
      profileImageUrl: '/api/pictures/none',
      timeZone: 'Pacific/Chatham',
      lastSignInAt: new Date(),
      partnerGroup: 'Coast',
      emailRefusedAt: new Date(),
      emailRefusal: `550 <${email}> unknown`,
    },
    fullName: name,
    businessName: `${canary} Hall`,
    mainMarketingContact: name,
    businessWebsite: `https://${canary}.test`,
    facebookUrl: `https://facebook.com/${canary}`,
    phoneNumber: `+1 555 ${canary}`,
    whatsappNumber: `+1 556 ${canary}`,
    marketingContactEmail: `marketing@${canary}.test`,
    marketingContactPhone: `+1 557 ${canary}`,
    eventName: `Gala of ${canary}`,
    partnershipSignerName: name,
  })
  const { user, profile } = partner
  const userId = user.id
  const partnerId = profile.id
  const colleague = await createUser(portal, { role: 'support' })
  const upload = (owner: string, purpose: 'chat' | 'library') =>
    createUpload(portal, { userId: owner, purpose, state: 'registered', fileName: `${canary}.txt` })

  await db
    .update(partnerMembers)
    .set({ title: `Head of ${canary}` })
    .where(eq(partnerMembers.userId, userId))
  const invited = { invitedAt: new Date(), firstName: canary, lastName: canary, title: `Head of ${canary}` }
  await db
    .insert(partnerMembers)
    .values({ partnerId, email: `friend@${canary}.test`, invitedBy: userId, ...invited })
  await createMember(portal, { partnerId, ownershipOfferedAt: new Date(), ownershipOfferedBy: userId })
  const [joined, asked] = [await createPartner(portal), await createPartner(portal)]
  await db.insert(partnerMembers).values([
    { partnerId: joined.profile.id, userId, acceptedAt: new Date(), email, ...invited },
    { partnerId: asked.profile.id, email, ...invited },
  ])

  await portal.signIn(user)
  // The session of `portal.signIn` leaves no audit event.
  await record(db, signedIn, user, {
    user,
    after: {
      method: 'code',
      sessionId: crypto.randomUUID(),
      address: '192.0.2.9',
      browser: `Browser of ${canary}`,
    },
  })
  await db.insert(userIdentities).values({ issuer: 'https://id.test', subject: canary, userId })
  await db.insert(userEmailPreferences).values({ userId })
  const { objectKey } = await createUpload(portal, { userId, state: 'registered', usedAt: new Date() })
  await createBulkAction({ db }, userId)
  await db.insert(userPictures).values({
    userId,
    objectKey,
    source: 'provider',
    providerUrl: `https://${canary}.test/a.png`,
  })
  await db.insert(passkeys).values({
    userId,
    credentialId: canary,
    publicKey: Buffer.from(canary),
    counter: 0,
    transports: [],
    isSynced: false,
    name: canary,
  })
  await db.insert(calendarFeeds).values({ userId, token: canary })
  await db.insert(formDrafts).values({ userId, values: { fullName: canary }, updatedAt: new Date() })
  await db.insert(recoveryCodes).values({ userId, codeHash: canary })
  await db.insert(knownBrowsers).values({ userId, browserHash: canary })
  await db.insert(securityAlerts).values({ userId, tokenHash: canary, expiresAt: new Date() })
  await db.insert(signInAttempts).values({ email: email.toUpperCase(), expiresAt: new Date() })
  await db.insert(signInAddresses).values({ email })
  await db.insert(emailNotificationLogs).values([
    { recipient: email.toUpperCase(), subject: `Hello ${canary}`, type: 'welcome' },
    {
      recipient: `former-${email}`,
      userId,
      subject: `Welcome ${canary}`,
      type: 'welcome',
      content: { heading: `Dear ${canary}`, paragraphs: ['Your task.'] },
    },
    {
      recipient: colleague.email,
      userId: colleague.id,
      subject: `News of ${canary}`,
      type: 'chat',
      content: { heading: `${canary} sent one new message`, paragraphs: [], about: [userId] },
    },
  ])

  const taskFile = await upload(colleague.id, 'library')
  const task = await createTask(portal, {
    partnerId,
    taskName: `Ask ${canary}`,
    instructions: `Call ${canary}`,
    createdBy: userId,
    ownerId: userId,
    assigneeId: userId,
    completedBy: userId,
    acceptedAt: new Date(),
    acceptedBy: userId,
    ...fileColumns(taskFile),
  })
  await db.insert(taskComments).values([
    { taskId: task.id, authorId: userId, body: `${canary} did it` },
    { taskId: task.id, authorId: colleague.id, body: `Thank you, ${canary}` },
  ])
  const proof = await createTaskProof(portal, {
    taskId: task.id,
    uploadedBy: userId,
    fileName: `${canary} proof.txt`,
  })
  const photo = await addActivation(portal, { partnerId, userId, colleagueId: colleague.id }, canary)
  const evidence = await addObligation(portal, partner, canary)
  const invoice = await addInvoice(portal, partner, canary)
  await db
    .insert(partnerActivities)
    .values({ partnerId, activityType: 'profile_created', description: `Task "${canary}" created` })
  await db
    .update(partnerDocuments)
    .set({ appendixA: { eventName: canary } })
    .where(sql`partner_id = ${partnerId}`)
  await db.execute(sql`
    update partner_documents set
      declined_at = case when status = 'pending' then now() end,
      decline_reason = case when status = 'pending' then ${`Not for ${canary}`} end,
      voided_at = case when status = 'signed' then now() end,
      void_reason = case when status = 'signed' then ${`Not with ${canary}`} end
    where partner_id = ${partnerId}`)
  await db.update(partnerProfiles).set({ setupDetails: canary }).where(sql`id = ${partnerId}`)

  await db.insert(notifications).values([
    { userId, kind: 'task_assigned', title: `New task: Ask ${canary}`, taskId: task.id },
    {
      userId,
      kind: 'role_changed',
      title: `${canary} is a partner now`,
      createdAt: new Date(Date.now() + 1000),
    },
    {
      userId: colleague.id,
      kind: 'task_work',
      title: `New comment: Ask ${canary}`,
      taskId: task.id,
      partnerId,
    },
    { userId: colleague.id, kind: 'task_work', title: `News of ${canary}`, partnerId },
  ])
  const nothing = { agreements: [], agreementCount: 0, activations: [], activationCount: 0 }
  const tasks = [{ id: task.id, name: `Ask ${canary}`, due: 'Mar 1, 2049', isOverdue: false }]
  const content = { ...nothing, tasks, taskCount: 1, resources: [], resourceCount: 0 }
  await db.insert(weeklyDigests).values({ userId, week: '2026-11-16', content })

  const own = { ...user, role: 'user', sid: '' } as never
  const staff = { ...colleague, role: 'support', sid: '' } as never
  const ownFile = await upload(userId, 'chat')
  const staffFile = await upload(colleague.id, 'chat')
  await sendMessage(deps, own, userId, { message: `I am ${canary}`, file: { filePath: ownFile.objectKey } })
  await sendMessage(deps, staff, userId, {
    message: `Dear ${canary}`,
    file: { filePath: staffFile.objectKey },
  })
  await deps.store.write(thumbnailKey(ownFile.objectKey), Readable.from([Buffer.from('small')]), 5)
  await addInternalRows(portal, userId, `About ${canary}`)
  // The user wrote this before they owned the partner, whose conversation it did not become.
  await db.execute(sql`
    with earlier as (insert into chat_conversations (user_id, last_seq) values (${userId}, 1) returning id)
    insert into chat_messages (conversation_id, sender_id, message, seq)
    select id, ${userId}, ${`Before ${canary}`}, 1 from earlier`)
  const processId = crypto.randomUUID()
  await db.insert(chatProcesses).values({ id: processId, aliveUntil: new Date() })
  await db.insert(chatPresence).values({ processId, userId, isStaff: false })
  await db.insert(chatMails).values({ conversationId: userId, userId })
  await addNotesAndTag(portal, partnerId, [userId, colleague.id], canary)
  await createTaskDefinition(portal, { createdBy: userId, ownerId: userId })
  await createSeries(portal, { createdBy: userId, ownerId: userId })
  const template = await createTemplate(portal, { createdBy: userId, ownerId: userId })
  const set = await createSet(portal, { createdBy: userId }, [template])
  await db.insert(taskSetPartners).values({ setId: set.id, partnerId })
  const invitation = { partnerId, personalLine: `Dear ${canary}`, setIds: [set.id], invitedBy: userId }
  await db.insert(partnerInvitations).values(invitation)
  await createSharedDocument(portal, { createdBy: userId })
  await createApiToken(portal, { createdBy: userId, name: `Of ${canary}` })
  const { id: endpointId } = await createEndpoint(portal, { createdBy: userId, events: [] })
  await createDelivery(portal, { endpointId, userId, data: { user: { firstName: canary } } })
  await db.insert(savedReplies).values({ title: crypto.randomUUID(), text: 'Thank you', createdBy: userId })
  await createView(portal, { ownerId: userId })
  const mark = { kind: 'overdueTasks', subjectId: crypto.randomUUID(), since: new Date() } as const
  await db.insert(attentionMarks).values({ ...mark, markedBy: userId })
  const folder = await createFolder(portal, { createdBy: userId })
  const resource = await createResource(portal, { folderId: folder.id, uploadedBy: userId })
  await db.update(resourceFileVersions).set({ uploadedBy: userId }).where(sql`resource_id = ${resource.id}`)
  await db.insert(resourceDownloads).values({ resourceId: resource.id, userId })
  const announcement = await createAnnouncement(portal, { createdBy: userId })
  await db.insert(announcementReads).values({ announcementId: announcement.id, userId })
  await db.insert(announcementAudiences).values({ announcementId: announcement.id, userId })
  const unused = await upload(userId, 'library')
  const files = [taskFile, ownFile, staffFile, unused].map(({ objectKey }) => objectKey)
  files.push(proof.filePath, photo, evidence, invoice)
  await refreshAllPartnerFacts(db)
  return { ...partner, colleague, files, resource }
}
