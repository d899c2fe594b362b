/** What may stand in a saved reply in double braces, without Zod, so that a composer needs none of it. */
export const replyPlaceholders = ['first_name', 'full_name', 'business_name', 'staff_name'] as const
export type ReplyPlaceholder = (typeof replyPlaceholders)[number]

/** What each stands for in a conversation; null or empty where that is not known. */
export type ReplyValues = Record<ReplyPlaceholder, string | null>

const written = (name: string) => `{{${name}}}`

/** All of them as one writes them, for a message. */
export const knownPlaceholders = `${replyPlaceholders.slice(0, -1).map(written).join(', ')} and ${written(replyPlaceholders.at(-1) ?? '')}`

// What looks like one counts as one: a slip of the keyboard is not to reach a partner.
const pattern = /\{\{([^{}]*)\}\}/g

const nameIn = (inner: string) => replyPlaceholders.find((name) => name === inner.trim().toLowerCase())

/** What stands in double braces and is no placeholder, as it was typed. */
export const findUnknownPlaceholders = (text: string) =>
  [...text.matchAll(pattern)].filter(([, inner = '']) => !nameIn(inner)).map(([whole]) => whole)

/**
 * Puts values where placeholders stand. One without a value stays as it is and is named in `missing`, so that whoever
 * sends it sees it. Values are not looked into: braces in one stay what they are.
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
