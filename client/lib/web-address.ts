/**
 * Returns the link to an http or https address and its text: as it was written, or normalized when the written host looks like
 * another one (`bаnk.example` with a Cyrillic letter shows as `xn--…`). Null for any other address, or an address with a user name.
 */
export const webLinkOf = (address: string): { href: string; text: string } | null => {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  return { href: url.href, text: address.toLowerCase().startsWith(url.origin) ? address : url.href }
}
