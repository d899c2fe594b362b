import { z } from 'zod'
import { activationSorts, activationTimes } from './activation-stages.ts'
import { ActivationStage, PartnerActivation } from './activations.ts'
import { endpoint } from './endpoint.ts'
import { id, inputDate, optionalText, staffFilter } from './fields.ts'
import { limits } from './limits.ts'
import { rowPartner } from './overview.ts'
import { paging } from './paging.ts'

/** An activation in the list of the activations of all partners. */
export const PartnerActivationRow = PartnerActivation.extend({ partner: rowPartner })
export type PartnerActivationRow = z.input<typeof PartnerActivationRow>

const filters = {
  /** Words, all of which must occur in the name of the activation, of its place, of the partner or of their business. */
  search: optionalText(limits.name),
  stage: ActivationStage.optional(),
  time: z.enum(activationTimes).optional(),
  /** The moment from which activations begin, inclusive; `until` is exclusive. */
  from: inputDate.optional(),
  until: inputDate.optional(),
  partnerId: id.optional(),
  /** The group of the partners' owners. */
  partnerGroup: optionalText(limits.group),
  /** The manager of the partners. */
  manager: staffFilter,
  /** The event for several partners whose activations to list. */
  definitionId: id.optional(),
  sort: z.enum(activationSorts).optional(),
}

export const listAllActivations = endpoint('GET', '/api/admin/activations', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The activations of all partners, newest first by default',
  query: z.strictObject({ ...filters, ...paging }),
  responses: { 200: z.array(PartnerActivationRow) },
})

/** Pages link to this address. */
export const exportActivations = endpoint('GET', '/api/admin/activations/export', {
  access: 'staff',
  cost: 'export',
  summary: 'The activations that match the filters as a CSV file, in the order of the list',
  query: z.strictObject(filters),
  responses: {},
})
