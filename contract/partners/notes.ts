import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  expectedUpdatedAt,
  id,
  idParams,
  inputDate,
  isoDate,
  optionalText,
  partnerParams,
  requiredLongText,
} from '../fields.ts'
import { limits } from '../limits.ts'
import { paging } from '../paging.ts'
import { flag } from '../query-values.ts'
import { noteKinds } from './note-kinds.ts'

export const NamedStaff = z.strictObject({ id, name: z.string() })
export type NamedStaff = z.input<typeof NamedStaff>

/** What staff wrote about a partner for themselves. Partners never receive one. */
export const PartnerNote = z.strictObject({
  id,
  partnerId: id,
  /** The member of staff who wrote the note; null once that user is deleted. */
  author: NamedStaff.nullable(),
  kind: z.enum(noteKinds),
  /** The text, in which members of staff are mentioned as `<@id>`. */
  body: z.string(),
  /** The members of staff whom the text mentions. */
  mentions: z.array(NamedStaff),
  /** When the call or meeting took place, or else when the note was written. */
  happenedAt: isoDate,
  isPinned: z.boolean(),
  /** When the author last changed the note; null if never. */
  editedAt: isoDate.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type PartnerNote = z.input<typeof PartnerNote>

export const SaveNote = z.strictObject({
  kind: z.enum(noteKinds),
  body: requiredLongText(limits.message, 'Enter a note'),
  /** When the call or meeting took place; by default now. Of a note it is ignored. */
  happenedAt: inputDate.optional(),
})
export type SaveNote = z.output<typeof SaveNote>

export const listPartnerNotes = endpoint('GET', '/api/admin/partners/:partnerId/notes', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The notes of staff about a partner: the one in `note` first, then pinned ones, then newest first',
  params: partnerParams,
  query: z.strictObject({
    search: optionalText(limits.name),
    /** Whether to list only pinned notes, and the one in `note`. */
    pinned: flag,
    note: id.optional(),
    ...paging,
  }),
  responses: { 200: z.array(PartnerNote) },
})

export const createPartnerNote = endpoint('POST', '/api/admin/partners/:partnerId/notes', {
  access: 'staff',
  byToken: true,
  summary:
    'Adds a note, a call or a meeting to a partner, only once for each `clientId`; notifies the mentioned',
  params: partnerParams,
  body: SaveNote.extend({ clientId: id.nullish() }),
  responses: { 201: PartnerNote },
})

export const updatePartnerNote = endpoint('PUT', '/api/admin/partner-notes/:id', {
  access: 'staff',
  byToken: true,
  summary:
    "Changes the caller's own note, and notifies the newly mentioned; 403 for a note of somebody else; 409 when it has changed since",
  params: idParams,
  body: SaveNote.extend(expectedUpdatedAt),
  responses: { 200: PartnerNote },
})

export const pinPartnerNote = endpoint('PUT', '/api/admin/partner-notes/:id/pinned', {
  access: 'staff',
  byToken: true,
  summary: 'Pins a note to the top of its partner, or unpins it',
  params: idParams,
  body: z.strictObject({ isPinned: z.boolean() }),
  responses: { 200: PartnerNote },
})

export const deletePartnerNote = endpoint('DELETE', '/api/admin/partner-notes/:id', {
  access: 'staff',
  byToken: true,
  summary:
    'Deletes a note. It can be restored until the next day; 403 for a note of somebody else, unless the caller is an admin',
  params: idParams,
  responses: { 204: z.void() },
})

export const restorePartnerNote = endpoint('POST', '/api/admin/partner-notes/:id/restore', {
  access: 'staff',
  byToken: true,
  summary: 'Restores a deleted note; 403 for a note of somebody else, unless the caller is an admin',
  params: idParams,
  responses: { 200: PartnerNote },
})
