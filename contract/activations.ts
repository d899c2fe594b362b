import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  expectedUpdatedAt,
  id,
  idParams,
  isoDate,
  optionalLongText,
  optionalText,
  partnerParams,
  requiredDate,
  requiredText,
  timeZone,
} from './fields.ts'
import { FileType } from './files/file-fields.ts'
import { limits, maxAttachedFiles } from './limits.ts'
import { paging } from './paging.ts'

export const PartnerActivation = z.strictObject({
  id,
  partnerId: id,
  name: z.string(),
  /** The start of the activation. */
  activationDate: isoDate,
  endsAt: isoDate.nullable(),
  /** The IANA name of the time zone of the place; null if times are shown in the reader's time zone. */
  timeZone: z.string().nullable(),
  place: z.string().nullable(),
  description: z.string().nullable(),
  /** The library files that the activation needs and the reader may see, by title. */
  resources: z.array(z.strictObject({ id, title: z.string(), fileType: FileType })),
  /** The member of staff who created the activation; null to partners. */
  createdBy: id.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type PartnerActivation = z.input<typeof PartnerActivation>

export const listOwnActivations = endpoint('GET', '/api/partner/activations', {
  access: 'signed-in',
  summary: "The caller's activations, latest first; empty until there is a profile",
  query: z.strictObject(paging),
  responses: { 200: z.array(PartnerActivation) },
})

export const listPartnerActivations = endpoint('GET', '/api/admin/partners/:partnerId/activations', {
  access: 'staff',
  byToken: true,
  summary: "A partner's activations, latest first",
  params: partnerParams,
  query: z.strictObject(paging),
  responses: { 200: z.array(PartnerActivation) },
})

export const getActivation = endpoint('GET', '/api/activations/:id', {
  access: 'signed-in',
  byToken: true,
  summary: 'One activation, for its partner and staff',
  params: idParams,
  responses: { 200: PartnerActivation },
})

/** Pages link to this address. */
export const getActivationCalendar = endpoint('GET', '/api/activations/:id/calendar', {
  access: 'signed-in',
  byToken: true,
  summary: 'The activation as a calendar file (.ics), which updates the entry from an earlier file',
  params: idParams,
  responses: {},
})

export const CreateActivation = z.strictObject({
  name: requiredText(limits.name, 'Name is required'),
  activationDate: requiredDate('Activation date is required'),
  endsAt: requiredDate('Enter an end date').nullish(),
  timeZone: timeZone.nullish(),
  place: optionalText(limits.name),
  description: optionalLongText(limits.description),
  /** The library files that the activation needs. */
  resourceIds: z
    .array(id.toLowerCase())
    .max(maxAttachedFiles, `Choose at most ${maxAttachedFiles} files`)
    .optional(),
  partnerId: id,
})

export const createActivation = endpoint('POST', '/api/activations', {
  access: 'staff',
  byToken: true,
  summary: 'Creates an activation for a partner',
  body: CreateActivation,
  responses: { 201: PartnerActivation },
})

/** Fields that are left out stay unchanged. */
export const UpdateActivation = CreateActivation.partial()
  .extend(expectedUpdatedAt)
  .refine(({ updatedAt: _expected, ...change }) => Object.keys(change).length > 0, {
    path: ['name'],
    error: 'Change at least one field',
  })

export const updateActivation = endpoint('PUT', '/api/activations/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Changes an activation; 409 when someone else has changed it since',
  params: idParams,
  body: UpdateActivation,
  responses: { 200: PartnerActivation },
})

export const deleteActivation = endpoint('DELETE', '/api/activations/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Deletes an activation',
  params: idParams,
  responses: { 204: z.void() },
})
