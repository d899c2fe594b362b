import { z } from 'zod'

type Text = string | number

/**
 * A whole number in a query, where every value arrives as text: a number in the description of the API. `message` is the error for any
 * other text, also for one with a sign, a leading zero or an exponent.
 */
export const wholeNumber = (min: number, max: number, message: string) =>
  z.preprocess(
    (text: Text) => (/^(?:0|[1-9]\d{0,8})$/.test(String(text)) ? Number(text) : text),
    z.int({ error: message }).min(min, message).max(max, `Enter ${max} or less`),
  )

const flagValues: Partial<Record<string, boolean>> = Object.assign(Object.create(null), {
  '': true,
  '1': true,
  true: true,
  '0': false,
  false: false,
})

/** Yes or no in a query: `?download` and `?download=true` say yes, `?download=false` and leaving it out say no. */
export const flag = z
  .preprocess((text: string | boolean) => flagValues[String(text)] ?? text, z.boolean())
  .optional()
