import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  expectedUpdatedAt,
  id,
  idParams,
  isoDate,
  optionalText,
  requiredLongText,
  requiredText,
} from '../fields.ts'
import { limits } from '../limits.ts'
import { paging } from '../paging.ts'
import { findUnknownPlaceholders, placeholderList } from './reply-placeholders.ts'

export const SavedReply = z.strictObject({
  id,
  title: z.string(),
  /** The text, which may contain placeholders: see `fillReply`. */
  text: z.string(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type SavedReply = z.input<typeof SavedReply>

const text = requiredLongText(limits.message, 'Text is required').superRefine((value, context) => {
  const [unknown] = findUnknownPlaceholders(value)
  if (unknown === undefined) return
  context.addIssue({
    code: 'custom',
    message: `${unknown} is not a placeholder. Use ${placeholderList}.`,
  })
})

export const SaveReply = z.strictObject({ title: requiredText(limits.name, 'A title is required'), text })
export type SaveReply = z.output<typeof SaveReply>

export const listSavedReplies = endpoint('GET', '/api/saved-replies', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The saved replies of the team, by title; `search` matches titles and texts',
  query: z.strictObject({ search: optionalText(limits.name), ...paging }),
  responses: { 200: z.array(SavedReply) },
})

export const createSavedReply = endpoint('POST', '/api/saved-replies', {
  access: 'staff',
  byToken: true,
  summary: 'Creates a saved reply for the whole team; 409 when the title is taken',
  body: SaveReply,
  responses: { 201: SavedReply },
})

export const updateSavedReply = endpoint('PUT', '/api/saved-replies/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Changes a saved reply; 409 when someone else has changed it since or the title is taken',
  params: idParams,
  body: SaveReply.extend(expectedUpdatedAt),
  responses: { 200: SavedReply },
})

export const deleteSavedReply = endpoint('DELETE', '/api/saved-replies/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Deletes a saved reply',
  params: idParams,
  responses: { 204: z.void() },
})
