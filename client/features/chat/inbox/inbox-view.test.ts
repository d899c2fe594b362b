import { expect, test } from 'vitest'
import { readInboxView, rowFor } from './inbox-view.ts'

const read = (query: string) => {
  const params = new URLSearchParams(query)
  return readInboxView((name) => params.get(name) ?? '')
}

test('an address says what is listed', () => {
  expect(read('show=mine&order=unread&search=hall')).toEqual({
    filter: 'mine',
    order: 'unread',
    search: 'hall',
  })
})

test('what is not known counts as left out', () => {
  const usual = { filter: 'open', order: 'newest', search: '' }
  expect(read('')).toEqual(usual)
  expect(read('show=all&order=toString')).toEqual(usual)
  expect(read('show=__proto__')).toEqual(usual)
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200)
})

test('arrows, Home and End lead through the rows, and not out of them', () => {
  expect(rowFor('ArrowDown', 0, 3)).toBe(1)
  expect(rowFor('ArrowUp', 2, 3)).toBe(1)
  expect(rowFor('Home', 2, 3)).toBe(0)
  expect(rowFor('End', 0, 3)).toBe(2)
  expect(rowFor('ArrowDown', 2, 3)).toBeUndefined()
  expect(rowFor('ArrowUp', 0, 3)).toBeUndefined()
  expect(rowFor('a', 0, 3)).toBeUndefined()
  expect(rowFor('toString', 0, 3)).toBeUndefined()
})
