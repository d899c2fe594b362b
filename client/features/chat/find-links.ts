export interface TextPart {
  text: string
  /** Where it leads; null for what is only text. */
  href: string | null
}

const addresses = /https?:\/\/[^\s<>"]+/gi
// What ends the sentence around an address, not the address. A closing bracket belongs to it if it was opened in it.
const endings = /[.,;:!?'*_~]+$/

const withoutEnding = (found: string): string => {
  const trimmed = found.replace(endings, '')
  const opened = trimmed.split('(').length
  const closed = trimmed.split(')').length
  return trimmed.endsWith(')') && closed > opened ? withoutEnding(trimmed.slice(0, -1)) : trimmed
}

/** Finds the web addresses in what somebody has written: http and https alone, and only those that lead to a host. */
export const findLinks = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(addresses)) {
    const address = withoutEnding(match[0])
    const url = URL.parse(address)
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null })
    parts.push({ text: address, href: url.href })
    end = match.index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null })
  return parts
}
