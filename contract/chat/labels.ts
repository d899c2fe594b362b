import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { expectedUpdatedAt, id, idParams, isoDate, optionalText, requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { paging } from '../paging.ts'

export const labelName = requiredText(limits.label, 'A name is required')

/** A label of conversations. All staff share the labels; partners never receive them. */
export const ChatLabel = z.strictObject({
  id,
  name: z.string(),
  /** How many conversations have the label. */
  conversations: z.number().int(),
  updatedAt: isoDate,
})
export type ChatLabel = z.input<typeof ChatLabel>

export const RenameLabel = z.strictObject({ name: labelName })

export const listLabels = endpoint('GET', '/api/chat/labels', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The labels of conversations, by name. Changing a conversation creates the labels that it names',
  query: z.strictObject({ search: optionalText(limits.label), ...paging }),
  responses: { 200: z.array(ChatLabel) },
})

export const renameLabel = endpoint('PUT', '/api/chat/labels/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Renames a label; 409 when someone else has renamed it since or the name is taken',
  params: idParams,
  body: RenameLabel.extend(expectedUpdatedAt),
  responses: { 200: ChatLabel },
})

export const deleteLabel = endpoint('DELETE', '/api/chat/labels/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Deletes a label; 409 while a conversation has it',
  params: idParams,
  responses: { 204: z.void() },
})
