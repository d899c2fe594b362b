import { describe, expect, test } from 'vitest'
import { partnerColumns } from '#contract/partners/partner-columns.ts'
import { aliases } from './aliases.ts'
import { bare } from './bare.ts'
import { readCells } from './cells.ts'
import { matchColumns } from './columns.ts'
import { readRows } from './csv-file.ts'
import { decodeCsv } from './decode.ts'

const headings = [
  'Full name',
  'Email',
  'State',
  'Business name',
  'Main marketing contact',
  'Business website',
]
const cells = [
  'José Núñez',
  'jose@calle.example',
  'FL',
  'Café Calle Ocho',
  'Lee Ortiz',
  'https://calle.example',
]
const table = (separator: string, ...rows: string[][]) => rows.map((row) => row.join(separator))

/** Returns the unknown columns of a file and, for each row, its number, a value and its problem. */
const reading = async (text: string) => {
  const { rows, unknownColumns } = await readRows(text)
  return { unknownColumns, rows: rows.map(({ row, values, problem }) => [row, values.fullName, problem]) }
}

describe('a file', () => {
  test.each([
    [
      'with empty columns and rows at its end',
      2,
      table(',', [...headings, '', ''], [...cells, '', ''], ['', '', '']),
    ],
    ['with a separator at the end of rows alone', 2, table(',', headings, [...cells, ''])],
    ['with empty rows before the headings', 4, ['', ',,,', ...table(',', headings, cells)]],
    ['separated by tabs', 2, table('\t', headings, cells)],
    ['separated by semicolons', 2, table(';', headings, cells)],
    [
      'separated by semicolons, with more commas in its cells, below a title',
      3,
      ['Partners, 2026', ...table(';', [...headings, 'Status'], [...cells, 'Miami, FL, USA, 33135, 1, 2'])],
    ],
    ['that names its separator first', 3, ['sep=|', ...table('|', headings, cells)]],
    [
      'with quoted separators in its headings',
      2,
      [`"Appendix A: Event Name(s)";${headings.join(';')}`, `"a,b,c";${cells.join(';')}`],
    ],
    [
      'whose headings have hard spaces and another case',
      2,
      table(
        ',',
        headings.map((name) => name.toUpperCase().replace(' ', '\u00a0')),
        cells,
      ),
    ],
  ])('%s is read', async (_what, row, lines) => {
    const read = { unknownColumns: [], rows: [[row, 'José Núñez', undefined]] }
    for (const end of ['\r\n', '\n', '\r']) expect(await reading(lines.join(end))).toEqual(read)
  })

  test.each([
    ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
    ['UTF-16 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without one', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16 in the other order', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-8', (text: string) => Buffer.from(text)],
  ])('in %s keeps its accents', async (_what, encode) => {
    const text = table('\t', headings, cells).join('\r\n')
    expect(await readRows(decodeCsv(encode(text)))).toEqual(await readRows(text))
  })

  test('whose lines end in different ways is read line by line', async () => {
    const [heading, row] = table(',', headings, cells)
    expect((await reading(`${heading}\r\n${row}\n${row}\r${row}`)).rows.map(([number]) => number)).toEqual([
      2, 3, 4,
    ])
  })

  test('may have rows that are longer than the headings only when the extra cells are empty', async () => {
    const rows = table(',', headings, [...cells, ' ', ''], [...cells, '', 'LLC'], cells.slice(0, 2))
    expect((await reading(rows.join('\n'))).rows.map(([, , problem]) => problem)).toEqual([
      undefined,
      '8 cells instead of 6',
      undefined,
    ])
  })

  test('may have unknown columns, which are named, those without a heading only when they contain something', async () => {
    const rows = table(
      ',',
      ['Record ID', ...headings, '', '', 'Why not imported', 'Status'],
      ['7', ...cells, '', 'left behind', 'State is required', 'Pending'],
    )
    expect((await reading(rows.join('\n'))).unknownColumns).toEqual(['Record ID', 'Column I'])
  })
})

test('each name of a field means this field alone', () => {
  const names = Object.values(aliases).flat().map(bare)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  for (const [field, [alias = '']] of Object.entries(aliases)) {
    expect(matchColumns([alias.toUpperCase()], new Map())).toEqual([field])
  }
})

test('a column is matched by what the user has decided, its own heading, what is remembered, and other names, in this order', () => {
  const heading = ['Mail', 'E-mail', 'Site', 'Email', 'Company', 'Venue', 'Status']
  const remembered = new Map([['site', 'facebookUrl' as const]])
  expect(matchColumns(heading, remembered)).toEqual([
    ...[null, 'email', 'facebookUrl', null, 'businessName', null, null],
  ])
  expect(matchColumns(heading, remembered, [{ column: 0, field: 'email' }])).toEqual([
    ...['email', null, 'facebookUrl', null, 'businessName', null, null],
  ])
})

test.each([
  ['email', 'Dee Park <dee@bayside.example>', 'dee@bayside.example'],
  ['userEmail', 'mailto:dee@bayside.example', 'dee@bayside.example'],
  ['phoneNumber', '8135550134.0', '8135550134'],
  ['phoneNumber', 'N/A', ''],
  ['businessName', 'N/A', 'N/A'],
  ['setupDetails', 'two\nlines', 'two\nlines'],
])('a cell of %s that says %j is read as %j', (field, cell, meaning) => {
  expect(readCells({ [field]: cell }).values[field]).toBe(meaning)
})

test('a cell that was written as a formula for text is read as its text', async () => {
  const { rows } = await readRows('Phone,Business name\n="0813555",5" pipes\n')
  expect(rows[0]?.values).toEqual({ phoneNumber: '0813555', businessName: '5" pipes' })
})

const fieldOf = new Map<string, string>(partnerColumns.map(([name, heading]) => [heading, name]))
const read = (heading: string, cell: string) => {
  const field = fieldOf.get(heading) ?? heading
  const { values, problems } = readCells({ [field]: cell })
  return problems[0]?.message ?? values[field]
}
const rounded = (number: string) =>
  `The spreadsheet rounded this number to ${number}. Format the column as text and enter the number again`
const wrongDate = 'Enter a date as month/day/year, for example, 1/31/2026'

test.each([
  ['partnershipDate', '1/31/2026', '2026-01-31'],
  ['partnershipDate', '01/31/26', '2026-01-31'],
  ['partnershipDate', '12/31/99', '1999-12-31'],
  ['partnershipDate', '45291', '2023-12-31'],
  ['partnershipSignatureDate', '45291.75', '2023-12-31'],
  ['partnershipDate', '2026-01-31', '2026-01-31'],
  ['partnershipDate', '1/31/2026 12:00 AM', '2026-01-31'],
  ['partnershipDate', '31-Jan-26', '2026-01-31'],
  ['partnershipDate', 'January 31, 2026', '2026-01-31'],
  ['partnershipDate', '31/1/2026', wrongDate],
  ['partnershipDate', '2/30/2026', wrongDate],
  ['partnershipDate', 'soon', wrongDate],
  ['State', 'Florida', 'FL'],
  ['State', 'fl', 'FL'],
  ['State', 'new  york', 'NY'],
  ['State', 'D.C.', 'DC'],
  ['State', 'Washington, D.C.', 'DC'],
  ['State', 'Ontario', 'Enter a US state, for example, FL or Florida'],
  ['Preferred communication', 'EMAIL', 'email'],
  ['Preferred communication', 'e-mail', 'email'],
  ['Preferred communication', 'Text/SMS', 'text'],
  ['Marketing: preferred communication', 'sms', 'text'],
  ['Preferred communication', 'whatsapp', 'whatsapp'],
  ['Preferred communication', 'Phone call', 'phone'],
  ['Preferred communication', 'Fax', 'Enter one of: Email, Text/SMS, WhatsApp, Phone'],
  ['Preferred communication', 'constructor', 'Enter one of: Email, Text/SMS, WhatsApp, Phone'],
  ['Business website', 'www.harbor.example', 'https://www.harbor.example'],
  ['facebookUrl', 'facebook.com/harbor', 'https://facebook.com/harbor'],
  ['Phone', '(813) 555-0134', '(813) 555-0134'],
  ['Phone', '1.55512E+10', rounded('1.55512E+10')],
  ['Marketing: WhatsApp', '1,8e+10', rounded('1,8e+10')],
  ['Business name', '1E+10', '1E+10'],
  ['State', '  ', ''],
])('a cell of %s that says %j is read as %j', (heading, cell, meaning) => {
  expect(read(heading, cell)).toBe(meaning)
})
