import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, isoDate } from './fields.ts'

export const PartnerActivation = z.strictObject({
  id,
  partnerId: id,
  name: z.string(),
  activationDate: isoDate,
  createdBy: id.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type PartnerActivation = z.input<typeof PartnerActivation>

export const listOwnActivations = endpoint({
  method: 'GET',
  path: '/api/partner/activations',
  access: 'signed-in',
  summary: "The caller's activations, the latest first; empty until there is a profile",
  answers: { 200: z.array(PartnerActivation) },
})
