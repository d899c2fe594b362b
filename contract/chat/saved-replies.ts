import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  expectedUpdatedAt,
  id,
  idParams,
  isoDate,
  limits,
  optionalText,
  requiredLongText,
  requiredText,
} from '../fields.ts'
import { paging } from '../paging.ts'
import { findUnknownPlaceholders, knownPlaceholders } from './reply-placeholders.ts'

export const SavedReply = z.strictObject({
  id,
  title: z.string(),
  /** With its placeholders as they were typed: see `fillReply`. */
  text: z.string(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type SavedReply = z.input<typeof SavedReply>

const text = requiredLongText(limits.message, 'A text is required').superRefine((value, context) => {
  const [unknown] = findUnknownPlaceholders(value)
  if (unknown === undefined) return
  context.addIssue({
    code: 'custom',
    message: `${unknown} is no placeholder. There are ${knownPlaceholders}.`,
  })
})

export const SaveReply = z.strictObject({ title: requiredText(limits.name, 'A title is required'), text })
export type SaveReply = z.output<typeof SaveReply>

export const listSavedReplies = endpoint({
  method: 'GET',
  path: '/api/saved-replies',
  access: 'staff',
  summary: 'What the team answers often, by title; `search` looks in titles and texts',
  query: z.strictObject({ search: optionalText(limits.name), ...paging }),
  answers: { 200: z.array(SavedReply) },
})

export const createSavedReply = endpoint({
  method: 'POST',
  path: '/api/saved-replies',
  access: 'staff',
  summary: 'Saves a reply for the whole team; 409 for a title that there is',
  body: SaveReply,
  answers: { 201: SavedReply },
})

export const updateSavedReply = endpoint({
  method: 'PUT',
  path: '/api/saved-replies/:id',
  access: 'staff',
  summary: 'Changes a saved reply; 409 when someone else has changed it since, or the title is taken',
  params: idParams,
  body: SaveReply.extend(expectedUpdatedAt),
  answers: { 200: SavedReply },
})

export const deleteSavedReply = endpoint({
  method: 'DELETE',
  path: '/api/saved-replies/:id',
  access: 'staff',
  summary: 'Removes a saved reply',
  params: idParams,
  answers: { 204: z.void() },
})
