/**
 * The link to an http or https address, and the text that shows it: as it was written, or normalized where the written host looks like
 * another one (`bаnk.example` with a Cyrillic letter shows as `xn--…`). Null for what is no such address, or has a user name.
 */
export const webLinkOf = (address: string): { href: string; text: string } | null => {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  return { href: url.href, text: address.toLowerCase().startsWith(url.origin) ? address : url.href }
}
