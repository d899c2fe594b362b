/**
 * Returns a term in lower case, with single spaces, plain dashes and apostrophes, and no period at its end. Returns undefined if it is
 * empty or has another character than printable ASCII, for example a digit of another script, another currency, or an invisible character.
 */
export const readableText = (term: string | undefined) => {
  const text = (term ?? '')
    .replace(/[ \t\r\n\u00a0\u2000-\u200a\u202f]+/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\u2019/g, "'")
    .replace(/^ | $/g, '')
  // The case changes only here because other letters, such as the Kelvin sign, become ASCII in lower case.
  return /^[ -~]+$/.test(text) ? text.toLowerCase().replace(/ ?\.$/, '') : undefined
}

/** Returns a text with spaces for the hyphens between words: "forty-five" and "14-day", but not "2-3" or "-5". */
export const withoutHyphens = (text: string) => text.replace(/(?<=[a-z\d])-(?=[a-z])/g, ' ')

/**
 * Reads a text that may give its value twice, as "fourteen (14) days" or "two weeks (14 days)" do. Returns undefined if both differ, or
 * if one of them cannot be read.
 */
export const readOnceOrTwice = <Value extends string | number>(
  text: string,
  read: (text: string) => Value | undefined,
) => {
  const parts = /^([^()]*)\(([^()]*)\)([^()]*)$/.exec(text)?.slice(1)
  if (!parts) return read(text)
  const [before = '', inside = '', after = ''] = parts.map((part) => part.trim())
  const first = read(`${before} ${after}`.trim())
  const second = read(`${inside} ${after}`.trim()) ?? read(inside)
  return first === second ? first : undefined
}
