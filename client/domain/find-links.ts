import { LinkifyIt } from 'linkify-it'
import { webLinkOf } from '#client/lib/web-address.ts'
import { trimEndOf } from '#contract/trim-ends.ts'

export interface TextPart {
  text: string
  /** The address of a link; null for plain text. */
  href: string | null
}

// Only text that begins with http:// or https:// is a link. With `urlAuth`, an address with credentials is one match, so that no part of it
// becomes a link.
const finder = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true })
for (const scheme of ['ftp:', '//', 'mailto:']) finder.add(scheme, null)

// The library treats these emphasis marks as part of the address.
const emphasis = '*_~'

/** Splits a text at its web addresses: only http and https, with a host and without credentials. */
export const findLinks = (text: string): TextPart[] => {
  const parts: TextPart[] = []
  let end = 0
  for (const { index, raw } of finder.match(text) ?? []) {
    const address = trimEndOf(raw, emphasis)
    const link = webLinkOf(address)
    if (!link) continue
    if (index > end) parts.push({ text: text.slice(end, index), href: null })
    parts.push(link)
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null })
  return parts
}
