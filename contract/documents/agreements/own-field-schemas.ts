import { z } from 'zod'
import { requiredText } from '../../fields.ts'
import { limits } from '../../limits.ts'
import { isReserved, maxOwnFields, ownFieldKinds } from './own-fields.ts'

/** Describes an `OwnField` that an admin may add. */
const OwnField = z.strictObject({
  name: z
    .string({ error: 'A name is required' })
    .trim()
    .regex(/^[a-z][A-Za-z0-9]{0,39}$/, 'Begin with a small letter; only letters and digits')
    .refine((name) => !isReserved(name), 'This name is taken'),
  label: requiredText(limits.name, 'A label is required'),
  kind: z.enum(ownFieldKinds, { error: 'Choose a kind' }),
})

export const OwnFields = z
  .array(OwnField)
  .max(maxOwnFields, `Add at most ${maxOwnFields} fields`)
  .superRefine((fields, context) => {
    for (const [index, { name }] of fields.entries()) {
      if (fields.findIndex((other) => other.name === name) === index) continue
      context.addIssue({ code: 'custom', path: [index, 'name'], message: 'This name is taken' })
    }
  })
