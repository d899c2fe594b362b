import { z } from 'zod'
import { blockKinds, numberUnits } from './documents/agreements/agreement.ts'
import { OwnFields } from './documents/agreements/own-field-schemas.ts'
import { endpoint } from './endpoint.ts'
import { tooLongMessage } from './error-messages.ts'
import { expectedUpdatedAt, id, idParams, inputDate, isoDate, requiredText } from './fields.ts'
import { limits, maxPartnersInQuery, maxSourceLength } from './limits.ts'

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

/** A version of an agreement's text: see `Agreement`. */
export const AgreementText = z.strictObject({ ...text, version: z.string() })

/** The draft of the next version. */
export const AgreementDraft = z.strictObject({ ...text, updatedAt: isoDate })
export type AgreementDraft = z.input<typeof AgreementDraft>

/** A kind of agreement that partners can be given to sign. */
export const AgreementType = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Whether partners can be given agreements of this type: it has a published text, is not archived, and is not the type of amendments. */
  isOffered: z.boolean(),
  isCountersigned: z.boolean(),
  archivedAt: isoDate.nullable(),
  /** The version in force; `publishedAt` is when it was published. Null before the first publication. */
  version: z.string().nullable(),
  publishedAt: isoDate.nullable(),
  /** When the draft of the next version was last saved; null if there is none. */
  draftSavedAt: isoDate.nullable(),
  updatedAt: isoDate,
})
export type AgreementType = z.input<typeof AgreementType>

/** A published version and the number of partners who have signed it. */
export const PublishedVersion = z.strictObject({
  version: z.string(),
  title: z.string(),
  publishedAt: isoDate,
  /** The admin who published the version; null for versions that come with the portal. */
  publishedBy: z.strictObject({ id, name: z.string() }).nullable(),
  signed: z.int(),
})
export type PublishedVersion = z.input<typeof PublishedVersion>

export const AgreementTypeDetails = AgreementType.extend({
  /** How many agreements of this type are to be signed, without those that partners have declined. */
  pending: z.int(),
  /** The partners whose agreement is in force with an earlier text, and who have none to sign: their number and the first of them. */
  signedEarlier: z.strictObject({ count: z.int(), partnerIds: z.array(id).max(maxPartnersInQuery) }),
  draft: AgreementDraft.nullable(),
  /** The versions, newest first: the first is in force. */
  versions: z.array(PublishedVersion),
})
export type AgreementTypeDetails = z.input<typeof AgreementTypeDetails>

export const typeParams = z.strictObject({ type: z.string().regex(/^[a-z0-9_]{1,40}$/) })

export const listAgreementTypes = endpoint('GET', '/api/admin/agreement-types', {
  access: 'staff',
  byToken: true,
  summary: 'Agreement types, those of onboarding first, then by name',
  responses: { 200: z.array(AgreementType) },
})

export const AgreementTypeFields = z.strictObject({
  name: requiredText(limits.name, 'A name is required'),
  /** Whether the company also signs, after the partner. */
  isCountersigned: z.boolean(),
})
export type AgreementTypeFields = z.output<typeof AgreementTypeFields>

export const createAgreementType = endpoint('POST', '/api/admin/agreement-types', {
  access: 'admin',
  byToken: true,
  summary: 'Adds an agreement type, with a draft for its text; 409 when the name is taken',
  body: AgreementTypeFields.partial({ isCountersigned: true }),
  responses: { 201: AgreementType },
})

export const getAgreementType = endpoint('GET', '/api/admin/agreement-types/:type', {
  access: 'staff',
  byToken: true,
  summary: 'An agreement type with its draft and its published versions',
  params: typeParams,
  responses: { 200: AgreementTypeDetails },
})

export const updateAgreementType = endpoint('PUT', '/api/admin/agreement-types/:type', {
  access: 'admin',
  byToken: true,
  summary:
    'Changes the name of an agreement type, and whether the company signs it too; 409 when the name is taken, someone else has changed it since, or for amendments that only partners would sign',
  params: typeParams,
  body: AgreementTypeFields.extend(expectedUpdatedAt),
  responses: { 200: AgreementType },
})

export const archiveAgreementType = endpoint('POST', '/api/admin/agreement-types/:type/archive', {
  access: 'admin',
  byToken: true,
  summary:
    'Archives an agreement type, so that partners get no more of it; 409 for those that come with the portal',
  params: typeParams,
  responses: { 200: AgreementType },
})

export const restoreAgreementType = endpoint('POST', '/api/admin/agreement-types/:type/restore', {
  access: 'admin',
  byToken: true,
  summary: 'Restores an archived agreement type',
  params: typeParams,
  responses: { 200: AgreementType },
})

export const getAgreementVersion = endpoint('GET', '/api/admin/agreement-types/:type/versions/:version', {
  access: 'staff',
  byToken: true,
  summary: 'The text of a published version',
  params: typeParams.extend({ version: z.string().regex(/^[\d.-]{1,40}$/) }),
  responses: { 200: AgreementText },
})

export const SaveDraft = z.strictObject({
  title: requiredText(limits.agreementTitle, 'A title is required'),
  /** The text in the syntax of `readAgreementSource`. */
  source: z
    .string({ error: 'Text is required' })
    .max(maxSourceLength, tooLongMessage(maxSourceLength))
    // PostgreSQL stores neither NUL nor half a surrogate pair; direction marks would show the text in another order than it is signed.
    .refine((source) => !/[\p{Cs}\p{Bidi_Control}]|(?![\n\r\t])\p{Cc}/u.test(source), {
      message: 'Contains characters that are not allowed',
    }),
  /** The fields of a type that an admin added. The fields of the types that come with the portal cannot change, and are left out. */
  fields: OwnFields.optional(),
  /** When the draft that is being edited was last saved; null if there was none. If it is left out, any draft is overwritten. */
  updatedAt: inputDate.nullable().optional(),
})
export type SaveDraft = z.output<typeof SaveDraft>

export const saveAgreementDraft = endpoint('PUT', '/api/admin/agreement-types/:type/draft', {
  access: 'admin',
  byToken: true,
  summary: 'Saves the draft of the next version; 409 when someone else has saved it since',
  params: typeParams,
  body: SaveDraft,
  responses: { 200: AgreementDraft },
})

export const discardAgreementDraft = endpoint('DELETE', '/api/admin/agreement-types/:type/draft', {
  access: 'admin',
  byToken: true,
  summary: 'Deletes the draft of the next version',
  params: typeParams,
  responses: { 204: z.void() },
})

export const publishAgreementDraft = endpoint('POST', '/api/admin/agreement-types/:type/draft/publish', {
  access: 'admin',
  summary:
    'Publishes the draft: partners sign it from now on, and signed agreements keep their text; 400 with what is missing, 409 when someone else has saved it since',
  params: typeParams,
  /** When the draft that the admin has seen was saved. */
  body: z.strictObject({ updatedAt: inputDate }),
  responses: { 200: AgreementType },
})

export const getAgreementText = endpoint('GET', '/api/partner/documents/:id/agreement', {
  access: 'signed-in',
  byToken: true,
  summary: 'The text of an agreement: the version that was signed, else the one in force',
  params: idParams,
  responses: { 200: AgreementText },
})
