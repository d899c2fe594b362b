import { z } from 'zod'

type Text = string | number

/**
 * A whole number in a query, where every value is sent as text. The API reference describes it as a number. `message` is the error for
 * any other text, including one with a sign, a leading zero or an exponent.
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

/** A boolean in a query: `?download` and `?download=true` are true; `?download=false` and leaving it out are false. */
export const flag = z
  .preprocess((text: string | boolean) => flagValues[String(text)] ?? text, z.boolean())
  .optional()
