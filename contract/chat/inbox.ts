import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, inputDate, isoDate, optionalText } from '../fields.ts'
import { limits, maxChangedLabels, maxSelectedConversations } from '../limits.ts'
import { paging } from '../paging.ts'
import { ChatLabel, labelName } from './labels.ts'
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
  /** When the conversation comes back by itself, and who snoozed it; both null if it is not snoozed. The latter is also null once that user is deleted. */
  snoozedUntil: isoDate.nullable(),
  snoozedBy: StaffMember.nullable(),
  /** When the conversation last came back by itself; null if it never did, or somebody has written since. */
  returnedAt: isoDate.nullable(),
  labels: z.array(ChatLabel.pick({ id: true, name: true })),
  /** Whether a person of the partner has the chat open at the moment. */
  present: z.boolean(),
  /** The partner that the user has joined since, and its conversation, in which they chat now; null if there is none. */
  joinedPartner: z.strictObject({ conversationId: id, businessName: z.string() }).nullable(),
})
export type ChatConversation = z.input<typeof ChatConversation>

/**
 * All filters except `all`, `snoozed` and `closed` leave out snoozed and closed conversations. A conversation waits for us if the partner
 * wrote last, and for the partner if the team did.
 */
export const conversationFilters = [
  'all',
  'open',
  'mine',
  'unassigned',
  'waiting_for_us',
  'waiting_for_partner',
  'snoozed',
  'closed',
] as const
export const conversationOrders = ['newest', 'unread'] as const

/** The maximum number of search results. Users can add words to narrow the search. */
export const maxSearchResults = 200

export const listConversations = endpoint('GET', '/api/chat/conversations', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary:
    'The conversations that have messages, newest first or unread first, snoozed ones by their return; `search` matches names, businesses, emails, messages and notes, and finds the first 200',
  query: z.strictObject({
    ...paging,
    search: optionalText(limits.name),
    filter: z.enum(conversationFilters).default('all'),
    /** The member of staff to whom the listed conversations are assigned. */
    assignedTo: id.optional(),
    /** The manager of the partners whose conversations are listed. */
    manager: z.union([z.literal('me'), id]).optional(),
    labelId: id.optional(),
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

const changedLabels = z
  .array(labelName)
  .max(maxChangedLabels, `Choose at most ${maxChangedLabels} labels at a time`)
  .optional()

/** A change of a conversation. Fields that are left out stay unchanged. */
const change = {
  assignedTo: id.nullable().optional(),
  closed: z.boolean().optional(),
  /** When a snoozed conversation comes back; null brings it back now. Snoozing opens a closed conversation, and closing ends a snooze. */
  snoozedUntil: inputDate.nullable().optional(),
  /** The names of labels, whose case is ignored. Labels that do not exist are created. */
  addLabels: changedLabels,
  removeLabels: changedLabels,
}
export type ConversationChange = z.output<z.ZodObject<typeof change>>

const changesSomething = (fields: ConversationChange) => Object.keys(change).some((name) => name in fields)
const isPossible = ({ closed, snoozedUntil }: ConversationChange) => !closed || !snoozedUntil
const nothingToChange = { error: 'Change at least one field', path: ['body'] }
const closedAndSnoozed = { error: 'A closed conversation cannot be snoozed', path: ['snoozedUntil'] }

export const changeConversation = endpoint('PUT', '/api/chat/conversations/:conversationId', {
  access: 'staff',
  byToken: true,
  summary:
    'Assigns, closes, reopens, snoozes or labels a conversation. A message from the partner also reopens it and ends a snooze',
  params: conversationParams,
  body: z.strictObject(change).refine(changesSomething, nothingToChange).refine(isPossible, closedAndSnoozed),
  responses: { 200: getConversation.responses[200] },
})

export const changeConversations = endpoint('POST', '/api/chat/conversations/bulk', {
  access: 'staff',
  byToken: true,
  summary: 'Assigns, closes, reopens, snoozes or labels several conversations, all or none of them',
  body: z.strictObject({
    changes: z
      .array(
        z
          .strictObject({ id, ...change })
          .refine(changesSomething, nothingToChange)
          .refine(isPossible, closedAndSnoozed),
      )
      .min(1, 'Select a conversation')
      .max(maxSelectedConversations, `Choose at most ${maxSelectedConversations} at a time`)
      .refine(
        (changes) => new Set(changes.map(({ id: each }) => each)).size === changes.length,
        'List each conversation once',
      ),
  }),
  responses: {
    200: z.strictObject({
      /** The conversations that have changed. Sending `before` with the `id` as `changes` undoes the change. */
      changed: z.array(
        z.strictObject({
          id,
          before: z.strictObject({ ...change, snoozedUntil: isoDate.nullable().optional() }),
        }),
      ),
    }),
  },
})

export const listTeam = endpoint('GET', '/api/chat/team', {
  access: 'staff',
  byToken: true,
  summary: 'The members of the team who can be assigned a conversation, by name',
  query: z.strictObject(paging),
  responses: {
    200: z.array(
      StaffMember.extend({
        present: z.boolean(),
        /** The address of the picture; null if they have none. */
        profileImageUrl: z.string().nullable(),
      }),
    ),
  },
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
