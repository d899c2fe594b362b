import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, isoDate, limits, optionalText } from '../fields.ts'
import { paging } from '../paging.ts'
import { seq } from './messages.ts'
import { conversationParams, StaffMember } from './notes.ts'

const LastMessage = z.strictObject({
  message: z.string(),
  isSupport: z.boolean(),
  createdAt: isoDate,
  seq,
})

export const ChatConversation = z.strictObject({
  /** The partner's user, whose conversation it is. */
  id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  /** Null without a profile. */
  businessName: z.string().nullable(),
  lastMessage: LastMessage,
  /** How many of the partner's messages no one of the staff has read. */
  unread: z.number().int(),
  /** Null while nobody's. */
  assignedTo: StaffMember.nullable(),
  /** Null while it is open. */
  closedAt: isoDate.nullable(),
  /** Whether the partner has the chat open at this moment. */
  present: z.boolean(),
})
export type ChatConversation = z.input<typeof ChatConversation>

/** `open`, `mine` and `unassigned` are without closed ones. */
export const conversationFilters = ['all', 'open', 'mine', 'unassigned', 'closed'] as const
export const conversationOrders = ['newest', 'unread'] as const

/** A search goes no further: who has not found it among these adds a word. */
export const maxSearchResults = 200

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/chat/conversations',
  access: 'staff',
  summary:
    'The conversations in which something was said, the newest first, or those with something unread before the others; `search` looks in names, businesses, e-mails, messages and notes, and finds the first 200',
  query: z.strictObject({
    ...paging,
    search: optionalText(limits.name),
    filter: z.enum(conversationFilters).default('all'),
    order: z.enum(conversationOrders).default('newest'),
  }),
  answers: { 200: z.array(ChatConversation) },
})

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/:conversationId',
  access: 'staff',
  summary: 'One conversation; of a partner with whom nothing was said yet, the one that would be',
  params: conversationParams,
  answers: { 200: ChatConversation.extend({ lastMessage: LastMessage.nullable() }) },
})

export const changeConversation = endpoint({
  method: 'PUT',
  path: '/api/chat/conversations/:conversationId',
  access: 'staff',
  summary:
    'Gives a conversation to somebody of the team or to nobody, closes it or opens it again. A message of the partner opens it, too',
  params: conversationParams,
  body: z
    .strictObject({ assignedTo: id.nullable().optional(), closed: z.boolean().optional() })
    .refine(({ assignedTo, closed }) => assignedTo !== undefined || closed !== undefined, {
      error: 'Change at least one field',
      path: ['body'],
    }),
  answers: { 200: getConversation.answers[200] },
})

export const listTeam = endpoint({
  method: 'GET',
  path: '/api/chat/team',
  access: 'staff',
  summary: 'Who of the team a conversation can be given to, by name',
  answers: { 200: z.array(StaffMember.extend({ present: z.boolean() })) },
})
