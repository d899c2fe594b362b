import { z } from 'zod'
import { PartnerActivation } from './activations.ts'
import { Announcement } from './announcements.ts'
import { ChatConversation } from './chat/inbox.ts'
import { PartnerDocument } from './documents/documents.ts'
import { endpoint } from './endpoint.ts'
import { isoDate, requiredText } from './fields.ts'
import { limits, minSearchLength } from './limits.ts'
import { PartnerChoice } from './partners/partners.ts'
import { Resource } from './resources/resources.ts'
import { PartnerTask } from './tasks.ts'
import { UserChoice } from './users/users.ts'

/** The search results by kind, best matches first. Kinds that the caller may not see are empty. */
export const SearchResults = z.strictObject({
  partners: z.array(PartnerChoice),
  users: z.array(UserChoice),
  resources: z.array(Resource.pick({ id: true, title: true, category: true, fileType: true })),
  tasks: z.array(
    PartnerTask.pick({ id: true, partnerId: true, taskName: true, dueDate: true, status: true }).extend({
      /** The business of the partner who has the task. */
      businessName: z.string(),
    }),
  ),
  activations: z.array(
    PartnerActivation.pick({ id: true, partnerId: true, name: true, activationDate: true }).extend({
      /** The business of the partner whose activation it is. */
      businessName: z.string(),
    }),
  ),
  agreements: z.array(
    PartnerDocument.pick({
      id: true,
      partnerId: true,
      documentName: true,
      status: true,
      declinedAt: true,
      voidedAt: true,
      endsOn: true,
    }).extend({
      /** The business of the partner whose agreement it is. */
      businessName: z.string(),
    }),
  ),
  announcements: z.array(Announcement.pick({ id: true, title: true, publishAt: true })),
  conversations: z.array(
    ChatConversation.pick({
      id: true,
      firstName: true,
      lastName: true,
      email: true,
      businessName: true,
    }).extend({
      lastMessageAt: isoDate,
    }),
  ),
})
export type SearchResults = z.input<typeof SearchResults>

export const search = endpoint('GET', '/api/search', {
  access: 'signed-in',
  byToken: true,
  cost: 'search',
  summary:
    'What the caller may see that contains these words: for staff, partners, users, files, tasks, activations, announcements and conversations; for partners, their files, tasks, activations, agreements and announcements, with the tasks, activations and agreements of all partners that the caller belongs to',
  query: z.strictObject({
    q: requiredText(limits.name, 'Enter what to search for').min(
      minSearchLength,
      `Type at least ${minSearchLength} characters`,
    ),
  }),
  responses: { 200: SearchResults },
})
