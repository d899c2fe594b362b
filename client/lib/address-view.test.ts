import { expect, test } from 'vitest'
import { addressWith, readPageNumber } from './address-view.ts'

test('a change goes to the first page and leaves the other parameters alone', () => {
  expect(addressWith('/admin', '?tab=users&page=3&role=admin', { search: 'ada & co' })).toBe(
    '/admin?tab=users&role=admin&search=ada+%26+co',
  )
  expect(addressWith('/admin', '?tab=users&page=3', { page: '4' })).toBe('/admin?tab=users&page=4')
})

test('empty values are left out of the address', () => {
  expect(addressWith('/admin', '?tab=users&search=ada', { search: '' })).toBe('/admin?tab=users')
  expect(addressWith('/admin', '?tab=users', { tab: null })).toBe('/admin')
})

test('a list of values is in the address with its name for each', () => {
  const address = addressWith('/resources', '?folder=a&sort=newest', { folder: ['a', 'b'], sort: 'title' })
  expect(address).toBe('/resources?folder=a&folder=b&sort=title')
  expect(addressWith('/resources', '?folder=a&folder=b', { folder: [] })).toBe('/resources')
})

test.each([
  [null, 1],
  ['', 1],
  ['7', 7],
  ['0', 1],
  ['-2', 1],
  ['1.5', 1],
  ['9999999', 1],
  ['two', 1],
])('the page number %j is read as %i', (text, page) => {
  expect(readPageNumber(text)).toBe(page)
})
