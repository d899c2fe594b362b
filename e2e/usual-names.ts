import { auditLog } from '#server/db/schema/audit.ts'
import { resourceDownloads } from '#server/db/schema/resources.ts'
import { createAgreementType } from '#test/agreement-types.ts'
import { createAnnouncement } from '#test/announcements.ts'
import { createApiToken } from '#test/api-tokens.ts'
import { createEmail } from '#test/emails.ts'
import {
  createActivation,
  createDocument,
  createFolder,
  createPartner,
  createResource,
  createSavedReply,
  createTask,
  createUser,
} from '#test/factories.ts'
import { createSeries, createSet, createTemplate } from '#test/plan-rows.ts'
import { createSharedDocument, createTaskDefinition } from '#test/shared-rows.ts'
import { createEndpoint } from '#test/webhooks.ts'
import { addMessages } from './chat-steps.ts'
import type { Portal } from './portal.ts'

/** Names of 30 characters: as long as names usually are. */
export const usual = {
  person: 'Alexandra Montgomery-Whitfield',
  business: 'Harbor Light Hospitality Group',
  email: 'a.montgomery@harborlight.co.uk',
  group: 'Northwest Coastal Venues Group',
  staff: 'Christopher Wellington-Hartley',
  thing: 'Send photographs of the lounge',
}

/** Creates a partner, a member of staff and one row of each table, all with such names. Returns their ids. */
export const createUsualNames = async (portal: Portal) => {
  const { person, business, email, group, thing } = usual
  const partner = await createPartner(portal, {
    status: 'completed',
    fullName: person,
    businessName: business,
    email,
    user: { firstName: 'Alexandra', lastName: 'Montgomery-Whitfield', email, partnerGroup: group },
  })
  const partnerId = partner.profile.id
  const owner = await createUser(portal, {
    role: 'support',
    firstName: 'Christopher',
    lastName: 'Wellington-Hartley',
    email: 'c.wellington@harborlight.co.uk',
  })
  const ownerId = owner.id
  const lastWeek = new Date(Date.now() - 7 * 86_400_000)
  const task = { taskName: thing, dueDate: lastWeek, ownerId }
  await createTask(portal, { ...task, partnerId, status: 'in_progress' })
  await createTaskDefinition(portal, { ...task, assignedGroup: group })
  await createSeries(portal, { taskName: thing, assignedGroup: group, ownerId })
  const template = await createTemplate(portal, { taskName: thing, ownerId })
  await createSet(portal, { name: thing, givenWhen: 'group', partnerGroup: group }, [template])
  await createAnnouncement(portal, { title: thing, assignedGroup: group, createdBy: ownerId })
  await createDocument(portal, { partnerId, appendixA: { eventName: thing } })
  await createSharedDocument(portal, { assignedGroup: group, appendixA: { eventName: thing } })
  await createActivation(portal, { partnerId, name: thing })
  await createAgreementType(portal, { name: thing })
  const folder = await createFolder(portal, { name: thing })
  const file = await createResource(portal, {
    title: thing,
    folderId: folder.id,
    assignedGroup: group,
    assignedPartnerIds: [partnerId],
  })
  await portal.db.insert(resourceDownloads).values({ resourceId: file.id, userId: partner.user.id })
  await createEmail(portal, partner.user, { subject: thing })
  await createApiToken(portal, { name: thing, createdBy: ownerId })
  await createEndpoint(portal, { description: thing, state: 'off', createdBy: ownerId })
  await createSavedReply(portal, { title: thing })
  await addMessages(portal, partner.user, ['Are you there?'])
  await portal.db.insert(auditLog).values({
    actorId: ownerId,
    actorName: usual.staff,
    actorEmail: owner.email,
    actorRole: 'support',
    action: 'partner.changed',
    subjectId: partnerId,
    subjectName: person,
    before: { partnerGroup: null },
    after: { partnerGroup: group },
  })
  return { partner, owner, partnerId, fileId: file.id, folderId: folder.id }
}
