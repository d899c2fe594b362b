import { eq, inArray } from 'drizzle-orm'
import { isStaff } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import { chatConversations, chatMessages, savedReplies } from '#server/db/schema/chat.ts'
import { partnerActivations, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { activationResources, resourceFiles } from '#server/db/schema/resources.ts'
import type { SigningDeps } from '#server/features/documents/signing/actions.ts'
import { createOpenDocuments } from '#server/features/partners/onboarding/data.ts'
import { logActivity } from '#server/features/partners/profile/data.ts'
import type { Settings } from '#server/settings.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { users } from '../schema/users.ts'
import { demoAccounts } from './accounts.ts'
import { activationMaterials, activationsOf, tasksOf } from './calendar.ts'
import { conversationOf } from './conversations.ts'
import { addLibrary } from './library.ts'
import { type DemoPartner, demoPartners } from './partners.ts'
import { demoReplies } from './saved-replies.ts'
import { signForDemo } from './signatures.ts'

const day = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * day)

/**
 * Fills an empty database with sample data like that of a portal in use. It changes nothing where users exist, so it can run
 * at every start without overwriting later changes.
 */
export const addDemoData = async (db: Executor, settings: Settings, store: ObjectStore) => {
  const isNew = await addUsers(db, settings, store)
  await addLibrary(db, store)
  if (isNew) await addMaterials(db)
}

/** Whether there were none. */
const addUsers = async (db: Executor, settings: Settings, store: ObjectStore) => {
  const [anyone] = await db.select({ id: users.id }).from(users).limit(1)
  if (anyone) return false

  const staff = await createStaff(db)
  await db.insert(savedReplies).values(demoReplies.map((reply) => ({ ...reply, createdBy: staff.id })))
  for (const [index, partner] of demoPartners.entries()) {
    await createPartner({ db, settings, store }, partner, index, staff)
  }
  return true
}

/** Adds to the activations the files that they need. */
const addMaterials = async (db: Executor) => {
  for (const { name, materials } of activationMaterials) {
    if (materials.length === 0) continue
    const pairs = await db
      .select({ activationId: partnerActivations.id, resourceId: resourceFiles.id })
      .from(partnerActivations)
      .innerJoin(resourceFiles, inArray(resourceFiles.title, materials))
      .where(eq(partnerActivations.name, name))
    if (pairs.length > 0) await db.insert(activationResources).values(pairs)
  }
}

const createStaff = async (db: Executor) => {
  const staff = demoAccounts.filter(({ role }) => isStaff(role))
  const rows = await db
    .insert(users)
    .values(
      staff.map(({ email, name, role }) => {
        const [firstName, lastName] = name.split(' ')
        return { email, role, firstName, lastName, createdAt: daysAgo(300) }
      }),
    )
    .returning({ id: users.id, role: users.role })
  const support = rows.find(({ role }) => role === 'support')
  if (!support) throw new Error('the demo accounts have no support')
  return support
}

const createPartner = async (
  deps: SigningDeps,
  partner: DemoPartner,
  index: number,
  staff: { id: string },
) => {
  const { db } = deps
  const { email, firstName, lastName, group, since, progress } = partner
  const [user] = await db
    .insert(users)
    .values({ email, firstName, lastName, partnerGroup: group, createdAt: daysAgo(since) })
    .returning({ id: users.id, email: users.email })
  if (!user) throw new Error('no demo user came back')
  if (progress === 'invited') return

  const [profile] = await db
    .insert(partnerProfiles)
    .values({ ...profileOf(partner), userId: user.id })
    .returning({ id: partnerProfiles.id })
  if (!profile) throw new Error('no demo profile came back')
  await createOpenDocuments(db, profile.id)
  await logActivity(db, {
    partnerId: profile.id,
    activityType: 'profile_created',
    description: 'Profile created',
    metadata: { actorId: progress === 'profile' ? staff.id : user.id },
    createdAt: daysAgo(since),
  })
  if (progress === 'completed' || progress === 'nda-signed') {
    await signForDemo(deps, user, partner, progress === 'completed')
  }
  if (progress === 'completed') {
    await db.insert(partnerTasks).values(tasksOf(profile.id, staff.id, index))
    await db.insert(partnerActivations).values(activationsOf(profile.id, staff.id, index, partner.state))
  }
  const { conversation, messages } = conversationOf(partner, { userId: user.id, staffId: staff.id })
  if (!conversation) return
  await db.insert(chatConversations).values(conversation)
  await db.insert(chatMessages).values(messages)
}

const profileOf = ({ email, firstName, lastName, businessName, state, progress, since }: DemoPartner) => {
  const host = businessName.toLowerCase().replace(/[^a-z]+/g, '-')
  return {
    fullName: `${firstName} ${lastName}`,
    email,
    state,
    businessName,
    mainMarketingContact: `${firstName} ${lastName}`,
    businessWebsite: `https://${host}.example.com`,
    instagramUrl: `https://instagram.com/${host}`,
    phoneNumber: '(555) 010-0142',
    marketingContactEmail: email,
    onboardingStatus: progress === 'profile' ? ('profile' as const) : ('documents' as const),
    createdAt: daysAgo(since),
  }
}
