/** Adds the scheme to a web address that was typed without it. A text that cannot be an address stays unchanged. */
export const withScheme = (typed: string): string => {
  const text = typed.trim()
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text) || /[\s@]/.test(text) || !/.\../.test(text)) return text
  return `https://${text.replace(/^\/+/, '')}`
}
