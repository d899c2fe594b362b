import { comparedText } from '#contract/compared-text.ts'
import { isDateField } from '#contract/partners/appendix-a.ts'
import { type CommunicationMethod, communicationMethods } from '#contract/partners/communication-methods.ts'
import { communicationMethodLabels } from '#contract/partners/labels.ts'
import { profileFieldList } from '#contract/partners/profile-fields.ts'
import { states } from '#contract/partners/us-states.ts'
import { withScheme } from '#contract/web-address.ts'
import { spreadsheetDate } from './spreadsheet-date.ts'

interface Problem {
  problem: string
}

/** Returns the value that a cell means for its field, or why the cell cannot be read. */
type ReadCell = (text: string) => string | Problem

// Compares texts without case, spaces and punctuation, so that "D.C.", "e-mail" and "Text / SMS" are recognized.
const bare = (text: string) => comparedText(text).replace(/[^\p{L}\p{N}]/gu, '')

const stateOf = new Map(
  Object.entries(states).flatMap(([code, name]) => [
    [bare(code), code],
    [bare(name), code],
  ]),
)
stateOf.set('washingtondc', 'DC')

const methodOf = new Map<string, CommunicationMethod>([
  ...communicationMethods.flatMap((method) => [
    [bare(method), method] as const,
    [bare(communicationMethodLabels[method]), method] as const,
  ]),
  ['sms', 'text'],
  ['textmessage', 'text'],
  ['phonecall', 'phone'],
  ['call', 'phone'],
])

// Spreadsheets write long numbers in scientific notation, which loses digits.
const scientific = /^[+-]?\d(?:[.,]\d{1,20})?e\+?\d{1,3}$/i

const readers = {
  state: (text) => stateOf.get(bare(text)) ?? { problem: 'Enter a US state, for example, FL or Florida' },
  method: (text) =>
    methodOf.get(bare(text)) ?? {
      problem: `Enter one of: ${Object.values(communicationMethodLabels).join(', ')}`,
    },
  'web-address': withScheme,
  phone: (text) =>
    scientific.test(text)
      ? {
          problem: `The spreadsheet rounded this number to ${text}. Format the column as text and enter the number again`,
        }
      : text,
  date: (text) =>
    spreadsheetDate(text) ?? { problem: 'Enter a date as month/day/year, for example, 1/31/2026' },
} satisfies Record<string, ReadCell>

const kindOf = new Map<string, string>(profileFieldList.map(({ name, kind }) => [name, kind]))

const readerOf = (field: string): ReadCell | undefined => {
  const kind = isDateField(field) ? 'date' : kindOf.get(field)
  return kind !== undefined && Object.hasOwn(readers, kind)
    ? readers[kind as keyof typeof readers]
    : undefined
}

/** Returns the values of a row as the portal writes them, and the problems of the cells that cannot be read. */
export const readCells = (row: Record<string, string>) => {
  const values: Record<string, string> = {}
  const problems: { field: string; message: string }[] = []
  for (const [field, cell] of Object.entries(row)) {
    const text = cell.trim()
    const read = text === '' ? text : (readerOf(field)?.(text) ?? text)
    if (typeof read === 'string') values[field] = read
    else problems.push({ field, message: read.problem })
  }
  return { values, problems }
}
