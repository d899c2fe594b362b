import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { tooLongMessage } from './error-messages.ts'
import { id, inputDate, isoDate, isPlainText } from './fields.ts'
import { limits } from './limits.ts'

/** How many days after its last change a draft is stored. */
export const draftDays = 90

/** The limits of a draft, which are more than the longest form needs. */
const maxDraftFields = 200
const maxDraftLength = 60_000

/** The form that a draft belongs to: the profile of onboarding, or the agreement with this id. */
const DraftForm = z.union([z.literal('profile'), id])
export type DraftForm = z.output<typeof DraftForm>

const lengthOf = (values: Record<string, string>) =>
  Object.entries(values).reduce((length, [name, value]) => length + name.length + value.length, 0)

/** The typed values by field: only those that differ from the form's initial values. */
const DraftValues = z
  .record(
    z.string().max(100),
    z.string().max(limits.description).refine(isPlainText, 'Contains characters that are not allowed'),
  )
  .refine((values) => Object.keys(values).length <= maxDraftFields, `Send at most ${maxDraftFields} fields`)
  .refine((values) => lengthOf(values) <= maxDraftLength, tooLongMessage(maxDraftLength))

export const Draft = z.strictObject({
  values: z.record(z.string(), z.string()),
  /** When the draft was last changed; null if there is none. */
  updatedAt: isoDate.nullable(),
})
export type Draft = z.input<typeof Draft>

const params = z.strictObject({ form: DraftForm })

export const getDraft = endpoint('GET', '/api/drafts/:form', {
  access: 'signed-in',
  summary: 'What the caller has typed in a form but not sent yet; without values when there is nothing',
  params,
  responses: { 200: Draft },
})

export const saveDraft = endpoint('PUT', '/api/drafts/:form', {
  access: 'signed-in',
  summary:
    'Stores what the caller has typed in a form, until it is sent or for 90 days. 409 when the stored draft is not the expected one',
  params,
  body: z.strictObject({
    values: DraftValues,
    /** The `updatedAt` of the draft that this one replaces; null for the first one. */
    updatedAt: inputDate.nullable(),
  }),
  responses: { 200: Draft },
})
