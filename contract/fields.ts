import { z } from 'zod'
import { isInDateRange, outsideDateRange } from './date-range.ts'
import { parseCalendarDate } from './documents/agreements/calendar-date.ts'
import { tooLongMessage } from './error-messages.ts'
import { limits } from './limits.ts'
import { isTimeZone } from './time-zones.ts'
import { trimOf } from './trim-ends.ts'

// PostgreSQL's text can contain neither NUL nor half a surrogate pair, and names and addresses need no other control characters.
const isPlainLine = (text: string) => !/[\p{Cc}\p{Cs}]/u.test(text)
/** Whether a text has no control characters except line breaks and tabs. */
export const isPlainText = (text: string) => isPlainLine(text.replace(/[\n\r\t]/g, ''))

// Marks, and characters that renderers ignore, show nothing on their own, although some count as letters.
const visible = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]|\p{Co}/u
const isEmptyOrVisible = (text: string) => text === '' || visible.test(text)

const spaces = /\p{Zs}+/gu
const invisibleEnds = ' \u200b\u2060\ufeff'

/** Returns a line of text as it is stored: in Unicode's form NFC, trimmed, with single spaces. */
export const storedLine = (text: string) => trimOf(text.normalize('NFC').replace(spaces, ' '), invisibleEnds)

const forbiddenCharacters = 'Contains characters that are not allowed'
const noVisibleCharacter = 'Contains no visible character'

/** A line of text in the form of `storedLine`, which must not be empty. Otherwise the error is `message`. */
export const requiredText = (max: number, message: string) =>
  z
    .string({ error: message })
    .overwrite(storedLine)
    .min(1, message)
    .max(max, tooLongMessage(max))
    .refine(isPlainLine, forbiddenCharacters)
    .refine(isEmptyOrVisible, noVisibleCharacter)

/** A trimmed text of several lines, which must not be empty. Otherwise the error is `message`. */
export const requiredLongText = (max: number, message: string) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(max, tooLongMessage(max))
    .refine(isPlainText, forbiddenCharacters)

/** A line of text in the form of `storedLine`, which may be left out or empty. Empty becomes null. */
export const optionalText = (max: number) =>
  z
    .string()
    .overwrite(storedLine)
    .max(max, tooLongMessage(max))
    .refine(isPlainLine, forbiddenCharacters)
    .refine(isEmptyOrVisible, noVisibleCharacter)
    .transform((text) => text || null)
    .nullish()
    .transform((text) => text ?? null)

/** A text of several lines, which may be left out or empty. Empty becomes null. */
export const optionalLongText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, tooLongMessage(max))
    .refine(isPlainText, forbiddenCharacters)
    .nullish()
    .transform((text) => text || null)

/** A trimmed email address. Its case is preserved; the database ignores case when it compares addresses. */
export const email = (message: string) =>
  z.string({ error: message }).trim().max(limits.email, tooLongMessage(limits.email)).pipe(z.email(message))

export const optionalEmail = (message: string) =>
  z
    .union([z.string().trim().length(0), email(message)], { error: message })
    .nullish()
    .transform((text) => text || null)

// Only http and https are allowed, since `javascript:` and `data:` addresses would run with the portal's origin. The host comes first,
// without a user name (`https://bank.example@evil.example`) or a backslash, which only some programs read as the end of the host.
const hostFirst = /^https?:\/\/[^/?#\\@]+(?:[/?#]|$)/i
// These characters show nothing, or reverse the order of other characters.
const invisible = /\p{Cf}/u

const isWebAddress = (text: string) => {
  const url = URL.parse(text)
  if (url === null || !hostFirst.test(text) || invisible.test(text)) return false
  return /^(?:[^.]+\.)+[^.]{2,}$/.test(url.hostname)
}

/** An http or https address with a full host name and no user name. */
export const webAddress = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(limits.url, tooLongMessage(limits.url))
    .refine((text) => isPlainLine(text) && isWebAddress(text), message)

export const optionalWebAddress = (message: string) =>
  z
    .union([z.string().trim().length(0), webAddress(message)], { error: message })
    .nullish()
    .transform((text) => text || null)

/** The reason why staff take something back, for the audit log. */
export const WithReason = z.strictObject({ reason: requiredLongText(limits.reason, 'Enter a reason') })

export const id = z.uuid()

const dateCodec = (text: z.ZodISODateTime) =>
  z.codec(text, z.date(), {
    decode: (iso) => new Date(iso),
    encode: (date) => date.toISOString(),
  })

/** A stored date in a response: ISO 8601 in UTC in JSON, a Date in the server. */
export const isoDate = dateCodec(z.iso.datetime({ error: 'A date is required' }))

const isDateOutsideRange = (input: unknown) =>
  typeof input === 'string' && /^[+-]?\d{4,}-\d\d-\d\dT/.test(input) && !isInDateRange(input)

/**
 * A date in a body or query, like `isoDate`, in the years from 1900 to 2200. `message` is the error if the date is missing or malformed.
 */
export const requiredDate = (message: string) =>
  dateCodec(
    z.iso
      .datetime({
        error: ({ input }) => (isDateOutsideRange(input) ? outsideDateRange : message),
        abort: true,
      })
      .refine(isInDateRange, outsideDateRange),
  )

/** A date in a body or query that users do not enter themselves. */
export const inputDate = requiredDate('A date is required')

export const noTimeZone = 'Enter a time zone, for example, America/New_York'

/** The IANA name of a time zone, such as America/New_York. */
export const timeZone = z.string().max(limits.timeZone).refine(isTimeZone, noTimeZone)

/** Returns what is wrong with a day `YYYY-MM-DD` in the years from 1900 to 2200; undefined if nothing is. */
export const dayProblem = (text: string): string | undefined => {
  if (!parseCalendarDate(text)) return 'Enter a date'
  return isInDateRange(text) ? undefined : outsideDateRange
}

/** A day without a time in the years from 1900 to 2200: see `dayProblem`. */
export const calendarDay = z
  .string()
  .meta({ format: 'date' })
  .superRefine((day, context) => {
    const message = dayProblem(day)
    if (message) context.addIssue({ code: 'custom', message, continue: false })
  })

/**
 * The `updatedAt` of the state that the editor saw. If the state has changed since, the edit is refused (409). Without this field, the
 * edit overwrites any state.
 */
export const expectedUpdatedAt = { updatedAt: inputDate.optional() }

/** The params of a path that ends in `/:id`. */
export const idParams = z.strictObject({ id })

/** A member of staff to filter by: `me` for the caller, `none` for what has none. */
export const staffFilter = z.union([z.enum(['me', 'none']), id]).optional()
export const partnerParams = z.strictObject({ partnerId: id })
export const userParams = z.strictObject({ userId: id })
