import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, isoDate, requiredLongText } from '../fields.ts'
import { limits } from '../limits.ts'
import { paging } from '../paging.ts'
import { seq } from './messages.ts'

/** A member of the team, as other members see them. */
export const StaffMember = z.strictObject({
  id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
})
export type StaffMember = z.input<typeof StaffMember>

export const conversationParams = z.strictObject({ conversationId: id })

/** An internal note of staff in a conversation. Partners never receive one. */
export const ChatNote = z.strictObject({
  id,
  conversationId: id,
  /** The member of staff who wrote the note; null once that user is deleted. */
  author: StaffMember.nullable(),
  note: z.string(),
  /** The note follows the message with this number; notes after the same message are ordered by `seq`. */
  afterSeq: seq,
  seq,
  createdAt: isoDate,
})
export type ChatNote = z.input<typeof ChatNote>

export const listNotes = endpoint('GET', '/api/chat/conversations/:conversationId/notes', {
  access: 'staff',
  byToken: true,
  summary: 'The internal notes of a conversation, newest first',
  params: conversationParams,
  query: z.strictObject(paging),
  responses: { 200: z.array(ChatNote) },
})

export const addNote = endpoint('POST', '/api/chat/conversations/:conversationId/notes', {
  access: 'staff',
  byToken: true,
  summary:
    'Adds an internal note to a conversation, only once for each `clientId`; 429 after too many in a minute',
  params: conversationParams,
  body: z.strictObject({
    note: requiredLongText(limits.message, 'A note is required'),
    clientId: id.nullish(),
  }),
  responses: { 201: ChatNote },
})
