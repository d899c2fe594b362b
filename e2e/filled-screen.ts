import { eq } from 'drizzle-orm'
import { chatNotes } from '#server/db/schema/chat.ts'
import { resourceFolders } from '#server/db/schema/resources.ts'
import {
  createActivation,
  createDocument,
  createPartner,
  createResource,
  createTask,
} from '#test/factories.ts'
import { createTaskProof } from '#test/task-proofs.ts'
import type { BrowserErrors } from './browser-errors.ts'
import { addMessages } from './chat-steps.ts'
import type { Person, Portal } from './portal.ts'
import { stored } from './resource-steps.ts'

/** A screen or dialog with a certain content, such as a full list or an empty one. */
export interface FilledScreen {
  name: string
  /** Creates the content, and returns the user who opens the screen and its address. */
  open: (portal: Portal, browserErrors: BrowserErrors) => Promise<{ who?: Person; path: string }>
  /** A text that is visible once the screen has loaded. */
  shows: string | RegExp
}

export const support = 'support@demo.test'
export const partner = 'partner@demo.test'

export const at = (path: string, who: Person) => async () => ({ path, who })

export const fileAs = (title: string) => async (portal: Portal) => ({
  who: partner,
  path: `/resources?file=${(await stored(portal, title))?.id}`,
})

export const folderAs =
  (who: Person, name: string, path: (id: string) => string) => async (portal: Portal) => {
    const [folder] = await portal.db.select().from(resourceFolders).where(eq(resourceFolders.name, name))
    return { who, path: path(folder?.id ?? '') }
  }

export const createProvenTask = async (portal: Portal) => {
  const { user, profile } = await createPartner(portal, { status: 'completed' })
  const task = await createTask(portal, {
    partnerId: profile.id,
    status: 'in_progress',
    instructions: 'Hang both posters.\nThen see https://example.com/posters',
  })
  await createTaskProof(portal, { taskId: task.id, uploadedBy: user.id })
  return { user, task, path: `/welcome?task=${task.id}` }
}

/** Creates a partner with something in each section of the partner's page. */
const createFullPartner = async (portal: Portal) => {
  const { user, profile } = await createPartner(portal, { user: { partnerGroup: 'Coast' } })
  const partnerId = profile.id
  await createTask(portal, { partnerId, taskName: 'Send the logo', dueDate: new Date('2026-01-01') })
  await createActivation(portal, { partnerId, name: 'Opening night' })
  await createResource(portal, { title: 'Poster of the lounge', assignedPartnerIds: [partnerId] })
  await addMessages(portal, user, ['Are you there?'])
  await portal.db
    .insert(chatNotes)
    .values({ conversationId: user.id, afterSeq: 1, seq: 1, note: 'Ask the events desk first' })
  return { user, partnerId }
}

export const sectionAs = (section: string) => async (portal: Portal) => {
  const { partnerId } = await createFullPartner(portal)
  return { who: support, path: `/admin?tab=settings&partner=${partnerId}&section=${section}` }
}

export const conversationAs = (query: string) => async (portal: Portal) => {
  const { user } = await createFullPartner(portal)
  return { who: support, path: `/admin?tab=inbox&conversation=${user.id}${query}` }
}

export const ofNewPartner =
  (path: (partner: { id: string; agreementId: string }) => string, isOfStaff = false) =>
  async (portal: Portal) => {
    const { user, profile, documents } = await createPartner(portal, { status: 'completed' })
    return {
      who: isOfStaff ? support : user,
      path: path({ id: profile.id, agreementId: documents[0]?.id ?? '' }),
    }
  }

export const agreementAs = (document: Parameters<typeof createDocument>[1]) => async (portal: Portal) => ({
  who: support,
  path: `/admin?tab=settings&agreement=${(await createDocument(portal, document)).id}`,
})
