/** A web address as people type it, with the scheme that they leave out. What cannot be one stays as it is. */
export const withScheme = (typed: string): string => {
  const text = typed.trim()
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text) || !/^[^\s@]+\.[^\s@]+$/.test(text)) return text
  return `https://${text.replace(/^\/+/, '')}`
}

/**
 * The link to an http or https address, and the text that shows it: as it was written, or normalized where the written host looks like
 * another one (`bаnk.example` with a Cyrillic letter shows as `xn--…`). Null for what is no such address, or has a user name.
 */
export const webLinkOf = (address: string): { href: string; text: string } | null => {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  return { href: url.href, text: address.toLowerCase().startsWith(url.origin) ? address : url.href }
}
