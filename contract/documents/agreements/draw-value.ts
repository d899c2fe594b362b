import { groupDigits } from '../../group-digits.ts'
import type { AgreementField, NumberUnit } from './agreement.ts'
import { parseCalendarDate } from './calendar-date.ts'

// The names are here instead of coming from Intl because the text is hashed, and must be the same in every browser and ICU version.
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Writes a date as the text shows it. Anything that is not (yet) a date stays as typed. */
export const drawDate = (value: string) => {
  const date = parseCalendarDate(value)
  return date ? `${months[date.month - 1]} ${date.day}, ${date.year}` : value
}

const drawNumber = (value: string, unit: NumberUnit) => {
  const [, digits, decimals] = /^0*([1-9]\d*|0)(?:\.(\d+))?$/.exec(value) ?? []
  if (digits === undefined) return value
  const whole = groupDigits(digits)
  if (unit === 'dollars') return decimals ? `$${whole}.${decimals.padEnd(2, '0')}` : `$${whole}`
  const number = decimals ? `${whole}.${decimals}` : whole
  if (unit === 'percent') return `${number}%`
  return number === '1' ? `1 ${unit.slice(0, -1)}` : `${number} ${unit}`
}

/**
 * Draws a text. The lines of a long text are indented by four spaces and its empty lines removed, so that no value looks like a block of
 * its own in the plain text. Elsewhere a line break becomes a space.
 */
const drawText = (value: string, lineBreak: string) =>
  value
    .split(/[\r\n\v\f\u0085\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(lineBreak)

/** Draws a value of a single line, or a company name from the settings. */
export const drawLine = (value: string) => drawText(value, ' ')

/**
 * Writes a value as the text shows it: `November 20, 2026`, `$12,500`, `50%`, `14 days`. Anything that is not (yet) a date or a number
 * stays as typed. Returns `null` if nothing is filled in.
 */
export const drawValue = (field: AgreementField, value: string | undefined): string | null => {
  if (field.kind === 'long-text') return drawText(value ?? '', '\n    ') || null
  const line = drawLine(value ?? '')
  if (line === '') return null
  if (field.kind === 'date') return drawDate(line)
  return field.kind === 'number' ? drawNumber(line, field.unit) : line
}
