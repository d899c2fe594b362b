/** A web address as people type it, with the scheme that they leave out. What cannot be one stays as it is. */
export const withScheme = (typed: string): string => {
  const text = typed.trim()
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text) || /[\s@]/.test(text) || !/.\../.test(text)) return text
  return `https://${text.replace(/^\/+/, '')}`
}
