import { z } from 'zod'
import { blockKinds, numberUnits } from './documents/agreements/agreement.ts'
import { endpoint } from './endpoint.ts'
import { idParams, isoDate } from './fields.ts'

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

/** One version of the text of an agreement, as it is drawn: see `Agreement`. */
export const AgreementText = z.strictObject({
  documentType: z.string(),
  version: z.string(),
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
})

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

export const listAgreementTypes = endpoint({
  method: 'GET',
  path: '/api/admin/agreement-types',
  access: 'staff',
  summary: 'The types of agreement, those of onboarding first, then by name',
  answers: { 200: z.array(AgreementType) },
})

export const getAgreementText = endpoint({
  method: 'GET',
  path: '/api/partner/documents/:id/agreement',
  access: 'signed-in',
  summary: 'The text of an agreement: the version that was signed, else the one in force',
  params: idParams,
  answers: { 200: AgreementText },
})
