import { isDateField } from '#contract/partners/appendix-a.ts'
import { type CommunicationMethod, communicationMethods } from '#contract/partners/communication-methods.ts'
import { communicationMethodLabels } from '#contract/partners/labels.ts'
import { profileFieldList } from '#contract/partners/profile-fields.ts'
import { states } from '#contract/partners/us-states.ts'
import { withScheme } from '#contract/web-address.ts'
import { bare } from './bare.ts'
import { spreadsheetDate } from './spreadsheet-date.ts'

interface Problem {
  problem: string
}

/** Returns the value that a cell means for its field, or why the cell cannot be read. */
type ReadCell = (text: string) => string | Problem

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
      : text.replace(/^(\d{7,15})\.0$/, '$1'),
  // Address books write "Dee Park <dee@bayside.example>", and links begin with "mailto:".
  email: (text) => /<([^<>]{1,300})>$/.exec(text)?.[1] ?? text.replace(/^mailto:/i, ''),
  date: (text) =>
    spreadsheetDate(text) ?? { problem: 'Enter a date as month/day/year, for example, 1/31/2026' },
} satisfies Record<string, ReadCell>

const kindOf = new Map<string, string>([
  ...profileFieldList.map(({ name, kind }) => [name, kind] as const),
  ['userEmail', 'email'],
  ['managerEmail', 'email'],
])

// People write such texts into cells for which they have no value.
const noValue = /^(?:n\/?a|none|null|[-–—.]{1,5})$/i

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
    const text = field === 'setupDetails' ? cell.trim() : cell.trim().replace(/[\r\n\t]+/g, ' ')
    const reader = readerOf(field)
    const read = !reader || text === '' ? text : noValue.test(text) ? '' : reader(text)
    if (typeof read === 'string') values[field] = read
    else problems.push({ field, message: read.problem })
  }
  return { values, problems }
}
