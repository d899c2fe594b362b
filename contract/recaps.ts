import { z } from 'zod'
import { headCount } from './activations.ts'
import { endpoint } from './endpoint.ts'
import { id, idParams, inputDate, isoDate, optionalLongText, requiredText } from './fields.ts'
import { announcedFile, filePath } from './files/file-fields.ts'
import { limits, maxCostCents } from './limits.ts'
import { maxRecapQuestions } from './task-plans/plans.ts'

/** A photo of an event, at `/objects/{filePath}`, its thumbnail at `/objects/{filePath}?thumbnail`. It has no place and no other metadata. */
export const RecapPhoto = z.strictObject({
  id,
  /** The id that the browser chose, so that a photo that is sent again is added once. */
  clientId: id,
  filePath: z.string(),
  /** The size in bytes. */
  fileSize: z.int(),
  /** The size in pixels. */
  width: z.int(),
  height: z.int(),
  /** Whether the caller may remove it. */
  isRemovable: z.boolean(),
  createdAt: isoDate,
})
export type RecapPhoto = z.input<typeof RecapPhoto>

const figures = { guests: z.int().nullable(), signUps: z.int().nullable() }

/** What came of an event. The fields of the company are null to partners, and everything else is null until it is written. */
export const Recap = z.strictObject({
  /** The id of the activation. */
  id,
  partnerId: id,
  event: z.strictObject({
    name: z.string(),
    activationDate: isoDate,
    endsAt: isoDate.nullable(),
    timeZone: z.string().nullable(),
    place: z.string().nullable(),
    businessName: z.string(),
  }),
  ...figures,
  wentWell: z.string().nullable(),
  improve: z.string().nullable(),
  /** The questions that the plan of the event asks as well, each with its answer. */
  answers: z.array(z.strictObject({ question: z.string(), answer: z.string().nullable() })),
  screenings: z.int().nullable(),
  leads: z.int().nullable(),
  /** What the event cost the company, in cents. */
  costCents: z.int().nullable(),
  /** The ISO 4217 code of the cost. */
  currency: z.string().nullable(),
  staffNote: z.string().nullable(),
  /** What was expected of the event. */
  expected: z.strictObject(figures),
  /** The partner's event before this one that has a recap. */
  former: z.strictObject({ id, name: z.string(), activationDate: isoDate, ...figures }).nullable(),
  photos: z.array(RecapPhoto),
  submittedAt: isoDate.nullable(),
  updatedAt: isoDate.nullable(),
})
export type Recap = z.input<typeof Recap>

export const getRecap = endpoint('GET', '/api/activations/:id/recap', {
  access: 'signed-in',
  byToken: true,
  summary:
    'What came of an activation, for its partner and staff; partners do not see the figures of the company',
  params: idParams,
  responses: { 200: Recap },
})

/** Fields that are left out stay unchanged. */
export const SaveRecap = z.strictObject({
  guests: headCount.optional(),
  signUps: headCount.optional(),
  wentWell: optionalLongText(limits.message).optional(),
  improve: optionalLongText(limits.message).optional(),
  /** Answers to questions of the plan. Those of the plan that are left out stay unanswered. */
  answers: z
    .array(
      z.strictObject({
        question: requiredText(limits.name, 'Enter the question'),
        answer: optionalLongText(limits.message),
      }),
    )
    .max(2 * maxRecapQuestions, 'These are too many answers')
    .optional(),
  /** Only staff send these fields. */
  screenings: headCount.nullable().optional(),
  leads: headCount.nullable().optional(),
  costCents: z
    .int('Enter a whole number of cents')
    .min(0, 'Enter an amount')
    .max(maxCostCents, 'Enter a smaller amount')
    .nullable()
    .optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Enter a currency, for example, USD')
    .optional(),
  staffNote: optionalLongText(limits.message).optional(),
  /** The `updatedAt` of the recap that the editor saw, or null if there was none. If it has changed since, the edit is refused. */
  updatedAt: inputDate.nullable().optional(),
})
export type SaveRecap = z.output<typeof SaveRecap>

export const saveRecap = endpoint('PUT', '/api/activations/:id/recap', {
  access: 'onboarded',
  byToken: true,
  summary:
    'Writes what came of an activation, by its partner or staff; it is sent once it has guests and sign-ups. 400 for figures of the company from partners; 409 before it begins, for a canceled one, and when someone else has changed it since',
  params: idParams,
  body: SaveRecap,
  responses: { 200: Recap },
})

/** Starts uploading a photo. The bytes and the registration go the way of the proof of a task (see `task-work.ts`). */
export const requestPhotoUpload = endpoint('POST', '/api/activations/:id/photos/upload', {
  access: 'onboarded',
  cost: 'upload',
  summary:
    'A one-time address for uploading a photo of an activation; 409 before it begins, for a canceled one, and when it has too many, 415 for other files',
  params: idParams,
  body: announcedFile,
  responses: { 201: z.strictObject({ uploadURL: z.string() }) },
})

export const addPhoto = endpoint('POST', '/api/activations/:id/photos', {
  access: 'onboarded',
  cost: 'upload',
  summary:
    'Adds a photo that the caller has just uploaded, without its place and other metadata. A call that repeats a `clientId` gets the same photo. 409 as for its upload',
  params: idParams,
  body: z.strictObject({ filePath, clientId: id.toLowerCase() }),
  responses: { 201: RecapPhoto },
})

export const removePhoto = endpoint('DELETE', '/api/activations/:id/photos/:photoId', {
  access: 'onboarded',
  summary: 'Removes a photo of an activation, by whoever added it or by staff',
  params: z.strictObject({ id, photoId: id }),
  responses: { 204: z.void() },
})

/** Pages link to this address. */
export const getRecapPdf = endpoint('GET', '/api/activations/:id/recap/pdf', {
  access: 'signed-in',
  cost: 'export',
  summary:
    'The recap of an activation as a PDF, for partners without the figures of the company; 409 while there is none',
  params: idParams,
  responses: {},
})
