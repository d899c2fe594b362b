import { describe, expect, test } from 'vitest'
import { maxImportBytes, partnerColumns } from '#contract/partners/import.ts'
import { csvProblem, templateAddress } from './choose-csv.tsx'
import { problemLabel, usersLabel } from './outcome.tsx'

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
    expect(csvProblem({ name: 'Partners.CSV', size: maxImportBytes })).toBeUndefined()
  })
})

test('the template has each heading once and correctly quoted', () => {
  const text = decodeURIComponent(templateAddress().replace('data:text/csv;charset=utf-8,', ''))
  expect(text.startsWith('\ufeff"Full name","Email",')).toBe(true)
  expect(text.slice(2, -3).split('","')).toEqual(partnerColumns.map(([, label]) => label))
  expect(partnerColumns.some(([, label]) => label.includes('"'))).toBe(false)
})
