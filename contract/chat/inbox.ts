import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, isoDate, optionalText } from '../fields.ts'
import { limits } from '../limits.ts'
import { paging } from '../paging.ts'
import { ChatMessage, seq } from './messages.ts'
import { conversationParams, StaffMember } from './notes.ts'

const LastMessage = z.strictObject({
  message: z.string(),
  isSupport: z.boolean(),
  createdAt: isoDate,
  seq,
})

export const ChatConversation = z.strictObject({
  id,
  /** The partner's owner, or the user whose conversation it is. The next three fields are theirs. */
  userId: id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  /** The partner's profile; this and the next two fields are null if there is none. */
  partnerId: id.nullable(),
  fullName: z.string().nullable(),
  businessName: z.string().nullable(),
  lastMessage: LastMessage,
  /** How many of the partner's messages have not been read by any member of staff. */
  unread: z.number().int(),
  /** The member of staff to whom the conversation is assigned; null if it is unassigned. */
  assignedTo: StaffMember.nullable(),
  /** When the conversation was closed; null if it is open. */
  closedAt: isoDate.nullable(),
  /** Whether a person of the partner has the chat open at the moment. */
  present: z.boolean(),
  /** The partner that the user has joined since, and its conversation, in which they chat now; null if there is none. */
  joinedPartner: z.strictObject({ conversationId: id, businessName: z.string() }).nullable(),
})
export type ChatConversation = z.input<typeof ChatConversation>

/** The filters `open`, `mine` and `unassigned` leave out closed conversations. */
export const conversationFilters = ['all', 'open', 'mine', 'unassigned', 'closed'] as const
export const conversationOrders = ['newest', 'unread'] as const

/** The maximum number of search results. Users can add words to narrow the search. */
export const maxSearchResults = 200

export const listConversations = endpoint('GET', '/api/chat/conversations', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary:
    'The conversations that have messages, newest first or unread first; `search` matches names, businesses, emails, messages and notes, and finds the first 200',
  query: z.strictObject({
    ...paging,
    search: optionalText(limits.name),
    filter: z.enum(conversationFilters).default('all'),
    /** The member of staff to whom the listed conversations are assigned. */
    assignedTo: id.optional(),
    order: z.enum(conversationOrders).default('newest'),
  }),
  responses: { 200: z.array(ChatConversation) },
})

export const getConversation = endpoint('GET', '/api/chat/conversations/:conversationId', {
  access: 'staff',
  byToken: true,
  summary: 'One conversation, even before its first message',
  params: conversationParams,
  responses: { 200: ChatConversation.extend({ lastMessage: LastMessage.nullable() }) },
})

export const listConversationMessages = endpoint('GET', '/api/chat/conversations/:conversationId/messages', {
  access: 'staff',
  byToken: true,
  summary: 'The messages of a conversation, latest first; reading them here does not mark them as read',
  params: conversationParams,
  query: z.strictObject(paging),
  responses: { 200: z.array(ChatMessage) },
})

export const changeConversation = endpoint('PUT', '/api/chat/conversations/:conversationId', {
  access: 'staff',
  byToken: true,
  summary: 'Assigns, unassigns, closes or reopens a conversation. A message from the partner also reopens it',
  params: conversationParams,
  body: z
    .strictObject({ assignedTo: id.nullable().optional(), closed: z.boolean().optional() })
    .refine(({ assignedTo, closed }) => assignedTo !== undefined || closed !== undefined, {
      error: 'Assign the conversation, close it or reopen it',
      path: ['body'],
    }),
  responses: { 200: getConversation.responses[200] },
})

export const listTeam = endpoint('GET', '/api/chat/team', {
  access: 'staff',
  byToken: true,
  summary: 'The members of the team who can be assigned a conversation, by name',
  query: z.strictObject(paging),
  responses: { 200: z.array(StaffMember.extend({ present: z.boolean() })) },
})

export const responsibleStandings = ['active', 'disabled', 'former'] as const

/** A member of staff who is responsible for something. `former` means that the user is a partner by now. */
export const Responsible = StaffMember.extend({ standing: z.enum(responsibleStandings) })
export type Responsible = z.input<typeof Responsible>

export const listResponsible = endpoint('GET', '/api/chat/team/responsible', {
  byToken: true,
  access: 'staff',
  summary:
    'Members of the team to filter by, by name, including former ones who still have tasks or conversations',
  query: z.strictObject(paging),
  responses: { 200: z.array(Responsible) },
})
