import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, isoDate, limits, requiredLongText } from '../fields.ts'
import { paging } from '../paging.ts'
import { seq } from './messages.ts'

/** Somebody of the team, as colleagues see them. */
export const StaffMember = z.strictObject({
  id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
})
export type StaffMember = z.input<typeof StaffMember>

export const conversationParams = z.strictObject({ conversationId: id })

/** What staff write to each other beside a conversation. No partner ever receives one. */
export const ChatNote = z.strictObject({
  id,
  conversationId: id,
  /** Null once that user is gone. */
  author: StaffMember.nullable(),
  note: z.string(),
  /** It stands after the message of this number, and among its like in the order of `seq`. */
  afterSeq: seq,
  seq,
  createdAt: isoDate,
})
export type ChatNote = z.input<typeof ChatNote>

export const listNotes = endpoint({
  method: 'GET',
  path: '/api/chat/conversations/:conversationId/notes',
  access: 'staff',
  summary: 'The notes beside a conversation, the latest first',
  params: conversationParams,
  query: z.strictObject(paging),
  answers: { 200: z.array(ChatNote) },
})

export const addNote = endpoint({
  method: 'POST',
  path: '/api/chat/conversations/:conversationId/notes',
  access: 'staff',
  summary: 'Writes a note beside a conversation; with the same `clientId`, once',
  params: conversationParams,
  body: z.strictObject({
    note: requiredLongText(limits.message, 'A note is required'),
    clientId: id.nullish(),
  }),
  answers: { 201: ChatNote },
})
