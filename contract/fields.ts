import { z } from 'zod'
import './error-messages.ts'

/** The longest text each kind of column takes, in characters. The database's columns are made from these. */
export const limits = {
  name: 200,
  /** RFC 5321: a path is at most 256 octets with its brackets. */
  email: 254,
  phone: 40,
  url: 2048,
  group: 100,
  term: 2000,
  description: 5000,
  filePath: 1024,
  fileName: 255,
  fileType: 20,
  message: 4000,
  userAgent: 512,
} as const

// PostgreSQL's text can hold neither NUL nor half a surrogate pair, and no other control character belongs in a name
// or an address.
const isPlainLine = (text: string) => !/[\p{Cc}\p{Cs}]/u.test(text)
const isPlainText = (text: string) => isPlainLine(text.replace(/[\n\r\t]/g, ''))

const tooLong = (max: number) => `At most ${max} characters`
const forbiddenCharacters = 'Contains characters that are not allowed'

/** A line of text, trimmed, which must not be empty: `message` says so. */
export const requiredText = (max: number, message: string) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(max, tooLong(max))
    .refine(isPlainLine, forbiddenCharacters)

/** Text of several lines, trimmed, which must not be empty: `message` says so. */
export const requiredLongText = (max: number, message: string) =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(max, tooLong(max))
    .refine(isPlainText, forbiddenCharacters)

/** A line of text that may be left out or empty. Empty arrives as null. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, tooLong(max))
    .refine(isPlainLine, forbiddenCharacters)
    .transform((text) => text || null)
    .nullish()
    .transform((text) => text ?? null)

/** Text of several lines that may be left out or empty. Empty arrives as null. */
export const optionalLongText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, tooLong(max))
    .refine(isPlainText, forbiddenCharacters)
    .nullish()
    .transform((text) => text || null)

/** An e-mail address, trimmed. Its case stays as typed: comparing is without case, in the database. */
export const email = (message: string) =>
  z.string({ error: message }).trim().max(limits.email, tooLong(limits.email)).pipe(z.email(message))

export const optionalEmail = (message: string) =>
  z
    .union([z.string().trim().length(0), email(message)], { error: message })
    .nullish()
    .transform((text) => text || null)

// Only what a browser opens as a page: `javascript:` and `data:` addresses would run as the portal.
const isWebAddress = (text: string) => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && /^(?:[^.]+\.)+[^.]{2,}$/.test(url.hostname)
}

/** A web address, http or https alone, with a full host name. */
export const webAddress = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(limits.url, tooLong(limits.url))
    .refine((text) => isPlainLine(text) && isWebAddress(text), message)

export const optionalWebAddress = (message: string) =>
  z
    .union([z.string().trim().length(0), webAddress(message)], { error: message })
    .nullish()
    .transform((text) => text || null)

export const id = z.uuid()

/** ISO 8601 in UTC on the wire, a Date in the server. `message` says that it is missing or none. */
export const requiredDate = (message: string) =>
  z.codec(z.iso.datetime({ error: message }), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })

export const isoDate = requiredDate('A date is required')

/**
 * The part of an edit that says which state the editor saw: the `updatedAt` that came with it. When the thing has changed
 * since, the edit is refused (409). Who leaves it out changes whatever is there.
 */
export const expectedUpdatedAt = { updatedAt: isoDate.optional() }

/** The params of a path that ends in `/:id`. */
export const idParams = z.strictObject({ id })
export const partnerParams = z.strictObject({ partnerId: id })
export const userParams = z.strictObject({ userId: id })
