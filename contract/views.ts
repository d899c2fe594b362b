import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { expectedUpdatedAt, id, idParams, isoDate, requiredText } from './fields.ts'
import { limits } from './limits.ts'
import { paging } from './paging.ts'
import { partnerSorts } from './partners/partner-filters.ts'
import { partnerFilter } from './partners/partners.ts'
import { wholeNumber } from './query-values.ts'
import { viewUses } from './view-uses.ts'

/** The filter of a saved view. */
export const ViewFilter = z.strictObject(partnerFilter)

export const SavedView = z.strictObject({
  id,
  name: z.string(),
  /** The member of staff who looks after the view; null once they were deleted. */
  owner: z.strictObject({ id, name: z.string() }).nullable(),
  /** Whether all staff see the view among their own. */
  isShared: z.boolean(),
  /** The filters of the list of partners, as its query takes them. */
  filter: z.record(z.string(), z.string()),
  sort: z.enum(partnerSorts),
  /** The columns, separated by points; null for those that each reader has chosen. */
  columns: z.string().nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type SavedView = z.input<typeof SavedView>

const sort = z.enum(partnerSorts)
const columns = z
  .string()
  .max(limits.columns)
  .regex(/^[a-z.]+$/)
  .nullable()

const fields = {
  name: requiredText(limits.view, 'Enter a name'),
  isShared: z.boolean(),
  filter: ViewFilter,
}

export const CreateView = z.strictObject({
  ...fields,
  sort: sort.default('-created'),
  columns: columns.default(null),
})
export type CreateView = z.output<typeof CreateView>

export const listViews = endpoint('GET', '/api/admin/views', {
  access: 'staff',
  byToken: true,
  summary: 'The saved views of the table of partners, by name: those of the caller and those that are shared',
  query: z.strictObject(paging),
  responses: { 200: z.array(SavedView) },
})

export const countViews = endpoint('GET', '/api/admin/views/counts', {
  access: 'staff',
  byToken: true,
  inBackground: true,
  summary: 'How many partners match each saved view at the moment, by the id of the view',
  responses: { 200: z.record(id, z.int()) },
})

export const checkView = endpoint('POST', '/api/admin/views/:id/check', {
  access: 'staff',
  summary: 'What a change of the filter of a saved view does, or without a filter, its deletion',
  params: idParams,
  body: z.strictObject({ filter: ViewFilter.optional() }),
  responses: {
    200: z.strictObject({
      /** How many things the view is used for that are not over, and the first of them. */
      uses: z.int(),
      things: z.array(z.strictObject({ kind: z.enum(viewUses), id, name: z.string() })),
      /** How many partners get something by the change. Nobody loses anything. */
      joining: z.int(),
    }),
  },
})

/** How many things the view is used for, as its check has shown; without that, a view in use is not changed or deleted. */
const shownUses = wholeNumber(0, 1_000_000, 'Enter a whole number').optional()

export const createView = endpoint('POST', '/api/admin/views', {
  access: 'staff',
  summary: 'Saves a view of the table of partners; 409 when the name is taken',
  body: CreateView,
  responses: { 201: SavedView },
})

export const updateView = endpoint('PUT', '/api/admin/views/:id', {
  access: 'staff',
  summary:
    'Changes a saved view; 403 for the shared view of a colleague, except for admins; 409 when someone else has changed it since or the name is taken, or when it is used and `uses` is not the number that its check returned',
  params: idParams,
  body: z
    .strictObject({ ...fields, sort, columns, uses: shownUses })
    .partial()
    .extend(expectedUpdatedAt),
  responses: { 200: SavedView },
})

export const deleteView = endpoint('DELETE', '/api/admin/views/:id', {
  access: 'staff',
  summary:
    'Deletes a saved view; partners keep what they have got. 403 for the shared view of a colleague, except for admins; 409 when it is used and `uses` is not the number that its check returned',
  params: idParams,
  query: z.strictObject({ uses: shownUses }),
  responses: { 204: z.void() },
})
