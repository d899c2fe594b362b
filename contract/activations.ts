import { z } from 'zod'
import { activationStages } from './activation-stages.ts'
import { assignedGroup, partnerIds } from './audience.ts'
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
import { limits, maxActivationPartners, maxAttachedFiles, maxContacts, maxCount } from './limits.ts'
import { paging } from './paging.ts'

export const ActivationStage = z.enum(activationStages)

/** A person whom the partner or the team can call on the day. */
export const Contact = z.strictObject({
  name: z.string(),
  /** What the person does, for example Event lead. */
  role: z.string().nullable(),
  phone: z.string().nullable(),
})
export type Contact = z.input<typeof Contact>

export const PartnerActivation = z.strictObject({
  id,
  partnerId: id,
  /** The id that the activations of one event for several partners share; an event of one partner has its own id here. Null to partners. */
  definitionId: id.nullable(),
  /** Whether the event is for other partners as well; false to partners. */
  isShared: z.boolean(),
  stage: ActivationStage,
  name: z.string(),
  /** The start of the activation. */
  activationDate: isoDate,
  endsAt: isoDate.nullable(),
  /** The IANA name of the time zone of the place; null if times are shown in the reader's time zone. */
  timeZone: z.string().nullable(),
  place: z.string().nullable(),
  description: z.string().nullable(),
  /** How to get in, and where to park; may have several lines. */
  arrival: z.string().nullable(),
  /** How many guests and sign-ups are expected. */
  expectedGuests: z.int().nullable(),
  expectedSignUps: z.int().nullable(),
  /** Whether the partner or staff have written what came of it. */
  hasRecap: z.boolean(),
  contacts: z.array(Contact),
  /** The agreement that the activation belongs to; null to members who may not sign. */
  documentId: id.nullable(),
  /** The library files that the activation needs and the reader may see, by title. */
  resources: z.array(z.strictObject({ id, title: z.string(), fileType: FileType })),
  /** The plan whose tasks the activation has; null without one, and to partners, who see the tasks. */
  plan: z.strictObject({ id, name: z.string() }).nullable(),
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

/** A number of people, from 0 to `maxCount`. */
export const headCount = z
  .int('Enter a whole number')
  .min(0, 'Enter a whole number')
  .max(maxCount, 'Enter a smaller number')

const contact = z.strictObject({
  name: requiredText(limits.name, 'Enter a name'),
  role: optionalText(limits.name),
  phone: optionalText(limits.phone),
})

/** The fields of an activation that staff enter, apart from its partner. */
export const activationFields = z.strictObject({
  name: requiredText(limits.name, 'Name is required'),
  activationDate: requiredDate('Activation date is required'),
  endsAt: requiredDate('Enter an end date').nullish(),
  timeZone: timeZone.nullish(),
  stage: ActivationStage.optional(),
  place: optionalText(limits.name),
  description: optionalLongText(limits.description),
  arrival: optionalLongText(limits.description).optional(),
  expectedGuests: headCount.nullable().optional(),
  expectedSignUps: headCount.nullable().optional(),
  contacts: z.array(contact).max(maxContacts, `Enter at most ${maxContacts} people`).optional(),
  /** An agreement of the partner, or null. */
  documentId: id.toLowerCase().nullable().optional(),
  /** The library files that the activation needs. */
  resourceIds: z
    .array(id.toLowerCase())
    .max(maxAttachedFiles, `Choose at most ${maxAttachedFiles} files`)
    .optional(),
})

/** The part of one partner in an event for several: when it takes place there, and where. */
const ActivationAssignment = z
  .strictObject({
    partnerId: id.toLowerCase(),
    start: requiredDate('Activation date is required'),
    end: requiredDate('Enter an end date').nullish(),
    zone: timeZone.nullish(),
    place: optionalText(limits.name),
  })
  .refine(({ start, end }) => !end || end > start, {
    path: ['end'],
    error: 'The end must be after the start',
  })

const ActivationAssignments = z
  .array(ActivationAssignment)
  .max(maxActivationPartners, `Choose at most ${maxActivationPartners} partners`)
  .refine((all) => new Set(all.map(({ partnerId }) => partnerId)).size === all.length, {
    error: 'A partner is named twice',
  })

const namesOneWay = (form: {
  partnerId?: unknown
  assignments?: unknown[] | undefined
  assignedPartnerIds?: unknown[] | undefined
  assignedGroup?: unknown
}) => {
  const isOfAudience = Boolean(form.assignedPartnerIds?.length || form.assignedGroup)
  return [form.partnerId, form.assignments?.length, isOfAudience].filter(Boolean).length === 1
}

export const CreateActivation = activationFields
  .extend({
    /** Left out if each of the `assignments` has its own date. */
    activationDate: activationFields.shape.activationDate.optional(),
    partnerId: id.toLowerCase().nullable().optional(),
    /** The partners of an event for several, and the group whose partners at this moment are added, each with the same times. */
    assignedPartnerIds: partnerIds.optional(),
    assignedGroup: assignedGroup.optional(),
    /** The partners of an event for several, each with its own times. */
    assignments: ActivationAssignments.optional(),
    /** The plan whose tasks each of the partners gets. */
    planId: id.toLowerCase().nullable().optional(),
  })
  .refine(({ activationDate, assignments }) => activationDate || assignments?.length, {
    path: ['activationDate'],
    error: 'Activation date is required',
    // The error appears beside those of other fields.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .refine(namesOneWay, { path: ['partnerId'], error: 'Choose a partner' })
export type CreateActivation = z.output<typeof CreateActivation>

export const createActivation = endpoint('POST', '/api/activations', {
  access: 'staff',
  byToken: true,
  summary:
    'Creates an activation for a partner, or one for each of several partners; the response is the first of these by the name of its partner',
  body: CreateActivation,
  responses: { 201: PartnerActivation },
})

/**
 * Fields that are left out stay unchanged. The name, the description and the files of an event for several partners are changed for all of
 * them, everything else for this partner alone.
 */
export const UpdateActivation = activationFields
  .partial()
  .extend({
    partnerId: id.toLowerCase().optional(),
    /** Whether the open tasks of the plan that nobody has moved by hand move along with the date. */
    movesTasks: z.boolean().default(true),
    ...expectedUpdatedAt,
  })
  .refine(({ updatedAt: _expected, movesTasks: _moves, ...change }) => Object.keys(change).length > 0, {
    path: ['name'],
    error: 'Change at least one field',
  })

export const updateActivation = endpoint('PUT', '/api/activations/:id', {
  access: 'staff',
  byToken: true,
  summary:
    'Changes an activation, and the name, description and files of an event for all of its partners; 409 when someone else has changed it since',
  params: idParams,
  body: UpdateActivation,
  responses: { 200: PartnerActivation },
})

export const addPartners = endpoint('POST', '/api/activations/:id/partners', {
  access: 'staff',
  byToken: true,
  summary:
    'Adds partners to an event: each gets an activation with its name, description, files and plan, but its own times and place',
  params: idParams,
  body: z.strictObject({ assignments: ActivationAssignments.min(1, 'Choose a partner') }),
  responses: { 201: z.array(PartnerActivation) },
})

export const deleteActivation = endpoint('DELETE', '/api/activations/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Deletes an activation',
  params: idParams,
  responses: { 204: z.void() },
})
