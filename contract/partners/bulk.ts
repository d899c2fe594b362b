import { z } from 'zod'
import { assignedGroup } from '../audience.ts'
import { bulkKinds, leftOutLabels } from '../bulk-kinds.ts'
import { endpoint } from '../endpoint.ts'
import { id, idParams, isoDate, requiredLongText } from '../fields.ts'
import { keysOf } from '../keys-of.ts'
import { limits } from '../limits.ts'
import { paging } from '../paging.ts'
import { chosenIds, partnerFilter } from './partners.ts'
import { tagNames } from './tags.ts'

/** The partners of a bulk action: some by their ids, or all that match a filter. An empty filter means all partners. */
export const chosenPartners = {
  ids: chosenIds.optional(),
  filter: z.strictObject(partnerFilter).optional(),
}

/** Refuses partners that are named in both ways or in none. */
export const namesPartnersOnce = ({ ids, filter }: { ids?: unknown; filter?: unknown }) =>
  (ids === undefined) !== (filter === undefined)

export const namesPartnersTwice = { path: ['ids'], error: 'Name partners by their ids or by a filter' }

/** What is done to each partner, with its values. */
export const BulkChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('manager'), managerId: id.nullable() }),
  z.strictObject({ kind: z.literal('group'), partnerGroup: assignedGroup }),
  z.strictObject({ kind: z.literal('tag'), names: tagNames }),
  z.strictObject({ kind: z.literal('untag'), names: tagNames }),
  z.strictObject({ kind: z.literal('invite') }),
  /** Writes the message into the conversation of each partner. */
  z.strictObject({
    kind: z.literal('message'),
    message: requiredLongText(limits.message, 'Enter a message'),
  }),
])
export type BulkChange = z.output<typeof BulkChange>

const count = z.int()

/** How many partners were left out, by reason. */
export const LeftOut = z.partialRecord(z.enum(keysOf(leftOutLabels)), count)

export const BulkAction = z.strictObject({
  id,
  kind: z.enum(bulkKinds),
  /** How many partners were chosen, and how many of them the action has reached so far. */
  total: count,
  done: count,
  /** How many of those reached were changed, and how many were left out, by reason. */
  changed: count,
  leftOut: LeftOut,
  /** When the action begins. What sends something waits some seconds, so that it can be taken back. */
  startsAt: isoDate,
  finishedAt: isoDate.nullable(),
  takenBackAt: isoDate.nullable(),
  failedAt: isoDate.nullable(),
})
export type BulkAction = z.input<typeof BulkAction>

export const changePartners = endpoint('POST', '/api/admin/partners/bulk', {
  access: 'staff',
  summary:
    'Changes many partners: at once for a few, otherwise in steps. A request that repeats the `Idempotency-Key` of an earlier one gets the same action; 409 when the key was used for another request',
  body: z
    .strictObject({ change: BulkChange, ...chosenPartners })
    .refine(namesPartnersOnce, namesPartnersTwice),
  responses: { 202: BulkAction },
})

export const listBulkActions = endpoint('GET', '/api/admin/bulk-actions', {
  access: 'staff',
  summary: "The caller's own bulk actions of the last 30 days, the latest first",
  query: z.strictObject(paging),
  responses: { 200: z.array(BulkAction) },
})

export const getBulkAction = endpoint('GET', '/api/admin/bulk-actions/:id', {
  access: 'staff',
  summary: 'How far a bulk action is',
  params: idParams,
  responses: { 200: BulkAction },
})

export const takeBackBulkAction = endpoint('DELETE', '/api/admin/bulk-actions/:id', {
  access: 'staff',
  summary:
    'Takes a bulk action back: nothing is sent if it has not begun, and values that nobody has changed since are restored; 409 when it has sent something',
  params: idParams,
  responses: { 200: BulkAction },
})
