import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  expectedUpdatedAt,
  id,
  idParams,
  isoDate,
  limits,
  partnerParams,
  requiredDate,
  requiredText,
} from './fields.ts'
import { paging } from './paging.ts'

export const PartnerActivation = z.strictObject({
  id,
  partnerId: id,
  name: z.string(),
  activationDate: isoDate,
  /** A member of staff; null to partners. */
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
  query: z.strictObject(paging),
  answers: { 200: z.array(PartnerActivation) },
})

export const listPartnerActivations = endpoint({
  method: 'GET',
  path: '/api/admin/partners/:partnerId/activations',
  access: 'staff',
  summary: "A partner's activations, the latest first",
  params: partnerParams,
  query: z.strictObject(paging),
  answers: { 200: z.array(PartnerActivation) },
})

export const CreateActivation = z.strictObject({
  name: requiredText(limits.name, 'Name is required'),
  activationDate: requiredDate('Activation date is required'),
  partnerId: id,
})

export const createActivation = endpoint({
  method: 'POST',
  path: '/api/activations',
  access: 'staff',
  summary: 'Creates an activation for a partner',
  body: CreateActivation,
  answers: { 201: PartnerActivation },
})

/** Fields that are left out stay unchanged. */
export const UpdateActivation = CreateActivation.partial()
  .extend(expectedUpdatedAt)
  .refine(({ updatedAt: _expected, ...change }) => Object.keys(change).length > 0, {
    path: ['name'],
    error: 'Change at least one field',
  })

export const updateActivation = endpoint({
  method: 'PUT',
  path: '/api/activations/:id',
  access: 'staff',
  summary: 'Changes an activation; 409 when someone else has since',
  params: idParams,
  body: UpdateActivation,
  answers: { 200: PartnerActivation },
})

export const deleteActivation = endpoint({
  method: 'DELETE',
  path: '/api/activations/:id',
  access: 'staff',
  summary: 'Deletes an activation',
  params: idParams,
  answers: { 204: z.void() },
})
