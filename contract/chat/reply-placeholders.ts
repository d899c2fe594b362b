/** The placeholders of saved replies. This file does without Zod, so that the composer does not load it. */
export const replyPlaceholders = ['first_name', 'full_name', 'business_name', 'staff_name'] as const
export type ReplyPlaceholder = (typeof replyPlaceholders)[number]

/** The value of each placeholder in a conversation; null or empty if it is unknown. */
export type ReplyValues = Record<ReplyPlaceholder, string | null>

const inBraces = (name: string) => `{{${name}}}`

/** The list of all placeholders as users type them, for messages. */
export const placeholderList = `${replyPlaceholders.slice(0, -1).map(inBraces).join(', ')} and ${inBraces(replyPlaceholders.at(-1) ?? '')}`

// The pattern also matches mistyped placeholders, which must not reach a partner.
const pattern = /\{\{([^{}]*)\}\}/g

const nameIn = (inner: string) => replyPlaceholders.find((name) => name === inner.trim().toLowerCase())

/** Returns everything in double braces that is not a placeholder, as it was typed. */
export const findUnknownPlaceholders = (text: string) =>
  [...text.matchAll(pattern)].filter(([, inner = '']) => !nameIn(inner)).map(([whole]) => whole)

/**
 * Replaces placeholders by their values. A placeholder without a value stays and is listed in `missing`, so that the sender notices it.
 * Braces within values are not replaced.
 */
export const fillReply = (text: string, values: ReplyValues) => {
  const missing = new Set<ReplyPlaceholder>()
  const filled = text.replace(pattern, (whole, inner: string) => {
    const name = nameIn(inner)
    if (!name) return whole
    const value = values[name]?.trim()
    if (value) return value
    missing.add(name)
    return whole
  })
  return { text: filled, missing: [...missing] }
}
