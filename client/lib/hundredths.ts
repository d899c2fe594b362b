import { groupDigits } from '#contract/group-digits.ts'

const written = /^(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})?(?:\.(\d{1,2}))?$/

/**
 * Reads a number with at most two decimals, such as "2,500.00", as whole hundredths: dollars as cents. The digits are read as text, since
 * a float would be off by a cent for some amounts. Returns undefined for any other text, such as one with three decimals.
 */
export const parseHundredths = (text: string): number | undefined => {
  const [, whole, decimals] = written.exec(text.trim()) ?? []
  if (whole === undefined && decimals === undefined) return undefined
  return Number((whole ?? '0').replaceAll(',', '') + (decimals ?? '').padEnd(2, '0'))
}

/** Writes hundredths for a field that is read by `parseHundredths`: 250050 as "2,500.50". */
export const writtenHundredths = (hundredths: number) => {
  const digits = String(hundredths).padStart(3, '0')
  return `${groupDigits(digits.slice(0, -2))}.${digits.slice(-2)}`
}
