import { webLinkOf } from '#client/lib/web-address.ts'

export interface TextPart {
  text: string
  /** Null for plain text. */
  href: string | null
}

const addresses = /https?:\/\/[^\s<>"]+/gi
// Punctuation at the end belongs to the sentence, not to the address, as does a closing bracket without an opening one.
const endings = /[.,;:!?'*_~]+$/

const withoutEnding = (found: string): string => {
  const trimmed = found.replace(endings, '')
  const opened = trimmed.split('(').length
  const closed = trimmed.split(')').length
  return trimmed.endsWith(')') && closed > opened ? withoutEnding(trimmed.slice(0, -1)) : trimmed
}

/** Splits a text at its web addresses: only http and https, with a host and without credentials. */
export const findLinks = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(addresses)) {
    const address = withoutEnding(match[0])
    const link = webLinkOf(address)
    if (!link) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null })
    parts.push(link)
    end = match.index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null })
  return parts
}
