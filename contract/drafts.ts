import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { tooLongMessage } from './error-messages.ts'
import { id, inputDate, isoDate, isPlainText, limits } from './fields.ts'

/** How long a draft that nobody changes is stored. */
export const draftDays = 90

/** More than the longest form has fields, and more than its longest texts together. */
const maxDraftFields = 200
const maxDraftLength = 60_000

/** The form that a draft is of: the profile of onboarding, or the agreement with this id. */
const DraftForm = z.union([z.literal('profile'), id])
export type DraftForm = z.output<typeof DraftForm>

const lengthOf = (values: Record<string, string>) =>
  Object.entries(values).reduce((length, [name, value]) => length + name.length + value.length, 0)

/** What was typed, by field: only the values that differ from those with which the form begins. */
const DraftValues = z
  .record(
    z.string().max(100),
    z.string().max(limits.description).refine(isPlainText, 'Contains characters that are not allowed'),
  )
  .refine((values) => Object.keys(values).length <= maxDraftFields, `Name at most ${maxDraftFields} fields`)
  .refine((values) => lengthOf(values) <= maxDraftLength, tooLongMessage(maxDraftLength))

export const Draft = z.strictObject({
  values: z.record(z.string(), z.string()),
  /** When it was last changed; null where there is none. */
  updatedAt: isoDate.nullable(),
})
export type Draft = z.input<typeof Draft>

const params = z.strictObject({ form: DraftForm })

export const getDraft = endpoint('GET', '/api/drafts/:form', {
  access: 'signed-in',
  summary:
    "What the caller has typed in a form and not sent yet; without values where there is nothing. Nobody else's",
  params,
  answers: { 200: Draft },
})

export const saveDraft = endpoint('PUT', '/api/drafts/:form', {
  access: 'signed-in',
  summary:
    'Stores what the caller has typed in a form, until it is sent or for 90 days. 409 when the stored draft is another than the expected one',
  params,
  body: z.strictObject({
    values: DraftValues,
    /** The `updatedAt` of the draft that is replaced; null for the first one. */
    updatedAt: inputDate.nullable(),
  }),
  answers: { 200: Draft },
})
