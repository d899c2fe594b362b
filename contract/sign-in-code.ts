/** How many minutes an emailed code or link works. */
export const codeMinutes = 10

/** How often a browser may try its code. After `wrongCodesPerDay` wrong codes within a day, only links work for the account. */
export const codeTries = 5

/**
 * The characters of a code: no look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B) and no vowels, so that codes are no words, and few words look like
 * one.
 */
export const codeAlphabet = '34679BCDFGHJKMNPQRSTVWXYZ'

export const codeLength = 8

const half = `[${codeAlphabet}]{${codeLength / 2}}`

// Matching takes linear time, because every quantifier in the pattern has a fixed limit.
const codePattern = new RegExp(`(?:^|[^A-Z0-9])(${half})[\\s\\p{Pd}]{0,3}(${half})(?![A-Z0-9])`, 'u')

/**
 * Returns the first code in a text that was typed or pasted, in capitals and without a hyphen; undefined if there is none. The code may
 * be in any case, with or without a hyphen or spaces in the middle, and with other words around it.
 */
export const findCode = (text: string) => {
  const [, first = '', second = ''] = codePattern.exec(text.toUpperCase()) ?? []
  return first ? first + second : undefined
}

/** Writes a code in two groups, as users read it. */
export const formatCode = (code: string) => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`
