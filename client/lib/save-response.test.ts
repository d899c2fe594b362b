import { create } from 'content-disposition'
import { expect, test } from 'vitest'
import { nameIn } from './save-response.ts'

test.each([
  'audit-log-2026-11-20.csv',
  'Agreements of Harborview Hall.zip',
  'Agreements of 海辺ホール (1).zip',
  'Größe; "A".zip',
])('the name %s is read as the server writes it', (name) => {
  const written = create(name)
  // Quotes within a name are escaped only when the whole name is ASCII.
  expect(nameIn(written)).toBe(name)
})

test('a response without a file name is saved as "download"', () => {
  expect(nameIn(null)).toBe('download')
  expect(nameIn('attachment')).toBe('download')
})
