/** The placeholders of saved replies, without Zod, so that the composer does not load it. */
export const replyPlaceholders = ['first_name', 'full_name', 'business_name', 'staff_name'] as const
export type ReplyPlaceholder = (typeof replyPlaceholders)[number]

/** The value of each placeholder in a conversation; null or empty where it is unknown. */
export type ReplyValues = Record<ReplyPlaceholder, string | null>

const inBraces = (name: string) => `{{${name}}}`

/** All placeholders as they are typed, for messages. */
export const placeholderList = `${replyPlaceholders.slice(0, -1).map(inBraces).join(', ')} and ${inBraces(replyPlaceholders.at(-1) ?? '')}`

// Matches mistyped placeholders as well, which must not reach a partner.
const pattern = /\{\{([^{}]*)\}\}/g

const nameIn = (inner: string) => replyPlaceholders.find((name) => name === inner.trim().toLowerCase())

/** The parts in double braces that are not placeholders, as they were typed. */
export const findUnknownPlaceholders = (text: string) =>
  [...text.matchAll(pattern)].filter(([, inner = '']) => !nameIn(inner)).map(([whole]) => whole)

/**
 * Replaces placeholders by their values. One without a value stays and is listed in `missing`, so that the sender sees it. Braces
 * within values are not replaced.
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
