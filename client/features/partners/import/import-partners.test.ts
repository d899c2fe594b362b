import { describe, expect, test } from 'vitest'
import { maxImportBytes } from '#contract/limits.ts'
import { partnerColumns } from '#contract/partners/partner-columns.ts'
import { csvProblem, templateAddress } from './choose-csv.tsx'
import { cellText, columnsOf, noEdits, withCell, withEdits, withField } from './edits.ts'
import { consequences, importedLabel, usersLabel } from './plan-summary.tsx'
import { problemLabel } from './problem-label.ts'
import { refusedRowsCsv } from './refused-rows.ts'

test('a problem names its column by the heading in the file', () => {
  expect(problemLabel({ field: 'state', message: 'State is required' })).toBe('State is required')
  expect(problemLabel({ field: 'state', message: 'Choose a state' })).toBe('State: Choose a state')
  expect(problemLabel({ field: 'row', message: '2 cells instead of 3' })).toBe('2 cells instead of 3')
})

test.each([
  [2, 0, '2 new users'],
  [0, 1, '1 existing user'],
  [1200, 2, '1,200 new users and 2 existing users'],
])('%i new and %i existing users are shown as %j', (added, known, text) => {
  const newUsers = Array.from({ length: added }, () => ({ outcome: 'new_user' as const }))
  const existingUsers = Array.from({ length: known }, () => ({ outcome: 'existing_user' as const }))
  expect(usersLabel([...newUsers, ...existingUsers])).toBe(text)
})

const column = (place: number, field: 'email' | 'phoneNumber' | null) => ({
  ...{ column: place, field, heading: `Heading ${place}`, isKnown: false, sample: '' },
})
const plan = {
  ...{ rows: [], added: 300, changed: 0, unchanged: 0, refused: 0, changedValues: 0, fingerprint: '' },
  ...{ heading: [], columns: [column(0, 'email'), column(2, null)], groups: [], openTasks: 75, emailed: 0 },
}

test.each([
  [{}, '300 partners with 75 open tasks in total. No email is sent.'],
  [{ added: 1, openTasks: 0 }, '1 partner with no open tasks. No email is sent.'],
  [
    { emailed: 2 },
    '300 partners with 75 open tasks in total. 2 partners who already use the portal are emailed about these; the others are not.',
  ],
])('what an import would do is said in numbers: %j', (numbers, words) => {
  expect(consequences({ ...plan, ...numbers })).toBe(words)
})

test.each([
  [{ partners: 1, changed: 0 }, '1 partner imported'],
  [{ partners: 0, changed: 2 }, '2 partners changed'],
  [{ partners: 3, changed: 1 }, '3 partners imported, 1 partner changed'],
])('the result %j is shown as %j', (result, words) => {
  expect(importedLabel(result)).toBe(words)
})

test('a column takes its field from another one, and corrected cells are sent before the file', async () => {
  const moved = withField(plan, noEdits, 2, 'email')
  expect(columnsOf(plan, moved).map(({ field }) => field)).toEqual([null, 'email'])
  const cell = { row: 4, field: 'email' as const, value: 'ann@example.test' }
  const edits = withCell(moved, cell)
  expect(cellText(plan, edits, { row: 4, cells: ['former'] }, 'email')).toBe('ann@example.test')
  expect(cellText(plan, edits, { row: 5, cells: ['former'] }, 'email')).toBe('former')
  expect(cellText(plan, edits, { row: 5, cells: ['former'] }, 'phoneNumber')).toBe('')
  const { body, query } = withEdits(
    { name: 'a.csv', content: new Blob(['Mail'], { type: 'text/csv' }) },
    edits,
    plan,
  )
  const size = Number(query.edits)
  expect(JSON.parse(await body.slice(0, size).text())).toEqual({
    fileName: 'a.csv',
    columns: [
      { column: 0, field: null },
      { column: 2, field: 'email' },
    ],
    cells: [cell],
  })
  expect([await body.slice(size).text(), body.type]).toEqual(['Mail', 'text/csv'])
})

test('the refused rows are saved as a file with the reason for each, in which no cell is a formula', () => {
  const problems = [
    { field: 'state', message: 'State is required.' },
    { field: 'row', message: '3 cells instead of 2' },
  ]
  const good = { outcome: 'new_user' as const, problems: [], cells: [] }
  const refused = { outcome: 'refused' as const, problems, cells: ['former', '=1+1', 'a "b", c'] }
  expect(refusedRowsCsv({ heading: ['Why not imported', 'Full name', 'State'], rows: [good, refused] })).toBe(
    '\ufeff"Why not imported","Full name","State"\r\n"State is required. 3 cells instead of 2","\'=1+1","a ""b"", c"\r\n',
  )
})

describe('the check before the upload', () => {
  test.each([
    ['partners.xlsx', 10, 'partners.xlsx is not a CSV file. Save it as "CSV UTF-8" in your spreadsheet.'],
    ['csv', 10, 'csv is not a CSV file. Save it as "CSV UTF-8" in your spreadsheet.'],
    ['partners.csv', 0, 'The file is empty.'],
    ['partners.csv', maxImportBytes + 1, 'The file is too large. At most 10 MB.'],
  ])('refuses %s of %i bytes', (name, size, words) => {
    expect(csvProblem({ name, size })).toBe(words)
  })

  test('accepts a file that may be valid', () => {
    for (const name of ['Partners.CSV', 'partners.tsv', 'Unicode text.txt']) {
      expect(csvProblem({ name, size: maxImportBytes })).toBeUndefined()
    }
  })
})

test('the template has each heading once and correctly quoted', () => {
  const text = decodeURIComponent(templateAddress().replace('data:text/csv;charset=utf-8,', ''))
  expect(text.startsWith('\ufeff"Full name","Email",')).toBe(true)
  expect(text.slice(2, -3).split('","')).toEqual(partnerColumns.map(([, label]) => label))
  expect(partnerColumns.some(([, label]) => label.includes('"'))).toBe(false)
})
