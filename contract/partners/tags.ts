import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, optionalText, partnerParams, requiredText } from '../fields.ts'
import { limits, maxTags } from '../limits.ts'
import { paging } from '../paging.ts'

/** A tag that staff put on partners. Partners never receive one. */
export const PartnerTag = z.strictObject({ id, name: z.string() })
export type PartnerTag = z.input<typeof PartnerTag>

export const PartnerTagRow = PartnerTag.extend({
  /** How many partners have the tag. */
  partners: z.number().int(),
})
export type PartnerTagRow = z.input<typeof PartnerTagRow>

const name = requiredText(limits.tag, 'Enter a tag')
export const tooManyTags = `A partner has at most ${maxTags} tags`

export const listPartnerTags = endpoint('GET', '/api/admin/partner-tags', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The tags of partners, by name, each with its number of partners',
  query: z.strictObject({ search: optionalText(limits.tag), ...paging }),
  responses: { 200: z.array(PartnerTagRow) },
})

export const SaveTag = z.strictObject({ name })
export type SaveTag = z.output<typeof SaveTag>

export const renamePartnerTag = endpoint('PUT', '/api/admin/partner-tags/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Renames a tag on all its partners; 409 when another tag has the name',
  params: idParams,
  body: SaveTag,
  responses: { 200: PartnerTagRow },
})

export const deletePartnerTag = endpoint('DELETE', '/api/admin/partner-tags/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Deletes a tag, also from its partners',
  params: idParams,
  responses: { 204: z.void() },
})

export const setPartnerTags = endpoint('PUT', '/api/admin/partners/:partnerId/tags', {
  access: 'staff',
  byToken: true,
  summary: 'Sets all tags of a partner by their names, and creates those that do not exist yet',
  params: partnerParams,
  body: z.strictObject({ names: z.array(name).max(maxTags, tooManyTags) }),
  responses: { 200: z.array(PartnerTag) },
})

/** The names of the tags that partners get or lose. */
export const tagNames = z.array(name).min(1, 'Enter a tag').max(maxTags, `Send at most ${maxTags} tags`)
