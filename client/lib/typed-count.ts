import { z } from 'zod'
import { headCount } from '#contract/activations.ts'

/** A number of people as users type it, such as "1,200"; null for an empty field. */
export const typedCount = z
  .string()
  .transform((text) => text.replaceAll(/[\s,]/g, ''))
  .transform((text) => (text === '' ? null : /^\d+$/.test(text) ? Number(text) : Number.NaN))
  .pipe(headCount.nullable())
