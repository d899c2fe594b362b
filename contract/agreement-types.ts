import { z } from 'zod'
import { maxAssignedPartners } from './audience.ts'
import { blockKinds, numberUnits } from './documents/agreements/agreement.ts'
import { OwnFields } from './documents/agreements/own-fields.ts'
import { endpoint } from './endpoint.ts'
import { tooLongMessage } from './error-messages.ts'
import { expectedUpdatedAt, id, idParams, inputDate, isoDate, limits, requiredText } from './fields.ts'

const fieldBase = {
  name: z.string(),
  label: z.string(),
  hint: z.string().optional(),
  autoComplete: z.enum(['organization', 'name', 'organization-title']).optional(),
  maxLength: z.int(),
}
const field = z.discriminatedUnion('kind', [
  z.strictObject({ ...fieldBase, kind: z.enum(['date', 'text', 'long-text']) }),
  z.strictObject({ ...fieldBase, kind: z.literal('number'), unit: z.enum(numberUnits) }),
])

const text = {
  documentType: z.string(),
  title: z.string(),
  missingMessage: z.string(),
  fieldGroups: z.array(z.strictObject({ heading: z.string(), fields: z.array(field).readonly() })).readonly(),
  blocks: z
    .array(
      z.strictObject({
        kind: z.enum(blockKinds),
        number: z.string().optional(),
        label: z.string().optional(),
        text: z.string(),
      }),
    )
    .readonly(),
}

/** One version of the text of an agreement, as it is drawn: see `Agreement`. */
export const AgreementText = z.strictObject({ ...text, version: z.string() })

/** The draft of the next version. */
export const AgreementDraft = z.strictObject({ ...text, updatedAt: isoDate })
export type AgreementDraft = z.input<typeof AgreementDraft>

/** A kind of agreement that partners can be given to sign. */
export const AgreementType = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Whether partners can be given one: it has a published text and is not archived. */
  isOffered: z.boolean(),
  isCountersigned: z.boolean(),
  archivedAt: isoDate.nullable(),
  /** The version in force, and since when it is; null before the first is published. */
  version: z.string().nullable(),
  publishedAt: isoDate.nullable(),
  /** When the draft of the next version was saved last; null without one. */
  draftSavedAt: isoDate.nullable(),
  updatedAt: isoDate,
})
export type AgreementType = z.input<typeof AgreementType>

/** A published version, with how many have signed it. */
export const PublishedVersion = z.strictObject({
  version: z.string(),
  title: z.string(),
  publishedAt: isoDate,
  /** Null for those that the portal came with. */
  publishedBy: z.strictObject({ id, name: z.string() }).nullable(),
  signed: z.int(),
})
export type PublishedVersion = z.input<typeof PublishedVersion>

export const AgreementTypeDetails = AgreementType.extend({
  /** How many partners have one to sign. */
  pending: z.int(),
  /** The partners whose signed one, which is in force, has an earlier text, and who have none to sign: how many, and the first of them. */
  signedEarlier: z.strictObject({ count: z.int(), partnerIds: z.array(id).max(maxAssignedPartners) }),
  draft: AgreementDraft.nullable(),
  /** The newest first: its first is in force. */
  versions: z.array(PublishedVersion),
})
export type AgreementTypeDetails = z.input<typeof AgreementTypeDetails>

const path = '/api/admin/agreement-types'
export const typeParams = z.strictObject({ type: z.string().regex(/^[a-z0-9_]{1,40}$/) })

export const listAgreementTypes = endpoint('GET', path, {
  access: 'staff',
  byToken: true,
  summary: 'The types of agreement, those of onboarding first, then by name',
  answers: { 200: z.array(AgreementType) },
})

export const AgreementTypeFields = z.strictObject({
  name: requiredText(limits.name, 'A name is required'),
  /** Whether the company signs, too, after the partner. */
  isCountersigned: z.boolean(),
})
export type AgreementTypeFields = z.output<typeof AgreementTypeFields>

export const createAgreementType = endpoint('POST', path, {
  access: 'admin',
  byToken: true,
  summary: 'Adds a type of agreement, with a draft to write its text in; 409 when the name is taken',
  body: AgreementTypeFields.partial({ isCountersigned: true }),
  answers: { 201: AgreementType },
})

export const getAgreementType = endpoint('GET', `${path}/:type`, {
  access: 'staff',
  byToken: true,
  summary: 'A type of agreement with its draft and its published versions',
  params: typeParams,
  answers: { 200: AgreementTypeDetails },
})

export const updateAgreementType = endpoint('PUT', `${path}/:type`, {
  access: 'admin',
  byToken: true,
  summary:
    'Changes the name of a type of agreement, and whether the company signs it, too; 409 when the name is taken, or someone else has changed it since',
  params: typeParams,
  body: AgreementTypeFields.extend(expectedUpdatedAt),
  answers: { 200: AgreementType },
})

export const archiveAgreementType = endpoint('POST', `${path}/:type/archive`, {
  access: 'admin',
  byToken: true,
  summary: 'No partner is given one of this type any more; 409 for those of onboarding',
  params: typeParams,
  answers: { 200: AgreementType },
})

export const restoreAgreementType = endpoint('POST', `${path}/:type/restore`, {
  access: 'admin',
  byToken: true,
  summary: 'Offers an archived type of agreement again',
  params: typeParams,
  answers: { 200: AgreementType },
})

export const getAgreementVersion = endpoint('GET', `${path}/:type/versions/:version`, {
  access: 'staff',
  byToken: true,
  summary: 'The text of a published version',
  params: typeParams.extend({ version: z.string().regex(/^[\d.-]{1,40}$/) }),
  answers: { 200: AgreementText },
})

/** Some 30 pages. */
export const maxSourceLength = 60_000

export const SaveDraft = z.strictObject({
  title: requiredText(limits.agreementTitle, 'A title is required'),
  /** As it is written: see `readAgreementSource`. */
  source: z
    .string({ error: 'A text is required' })
    .max(maxSourceLength, tooLongMessage(maxSourceLength))
    // PostgreSQL stores neither NUL nor half a surrogate pair; direction marks would show another order than is signed.
    .refine((source) => !/[\p{Cs}\p{Bidi_Control}]|(?![\n\r\t])\p{Cc}/u.test(source), {
      message: 'Contains characters that are not allowed',
    }),
  /** The fields of a further type; those of the two of onboarding cannot change, and are left out. */
  fields: OwnFields.optional(),
  /** When the draft that is edited was saved last; null where there was none. Left out, it overwrites any. */
  updatedAt: inputDate.nullable().optional(),
})
export type SaveDraft = z.output<typeof SaveDraft>

export const saveAgreementDraft = endpoint('PUT', `${path}/:type/draft`, {
  access: 'admin',
  byToken: true,
  summary: 'Saves the draft of the next version; 409 when it was saved by another meanwhile',
  params: typeParams,
  body: SaveDraft,
  answers: { 200: AgreementDraft },
})

export const discardAgreementDraft = endpoint('DELETE', `${path}/:type/draft`, {
  access: 'admin',
  byToken: true,
  summary: 'Deletes the draft of the next version',
  params: typeParams,
  answers: { 204: z.void() },
})

export const publishAgreementDraft = endpoint('POST', `${path}/:type/draft/publish`, {
  access: 'admin',
  summary:
    'Puts the draft in force: partners sign it from now on, what was signed keeps its text; 400 with what is missing, 409 when it was saved by another meanwhile',
  params: typeParams,
  /** When the draft was saved that the admin has seen. */
  body: z.strictObject({ updatedAt: inputDate }),
  answers: { 200: AgreementType },
})

export const getAgreementText = endpoint('GET', '/api/partner/documents/:id/agreement', {
  access: 'signed-in',
  byToken: true,
  summary: 'The text of an agreement: the version that was signed, else the one in force',
  params: idParams,
  answers: { 200: AgreementText },
})
