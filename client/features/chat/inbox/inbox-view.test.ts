import { expect, test } from 'vitest'
import { nextRowIndex, readInboxView } from './inbox-view.ts'

const read = (query: string) => {
  const params = new URLSearchParams(query)
  return readInboxView((name) => params.get(name) ?? '')
}

test('an address selects the listed conversations', () => {
  expect(read('show=mine&order=unread&search=hall')).toEqual({
    filter: 'mine',
    order: 'unread',
    search: 'hall',
  })
})

test('unknown values count as left out', () => {
  const defaults = { filter: 'open', order: 'newest', search: '' }
  expect(read('')).toEqual(defaults)
  expect(read('show=all&order=toString')).toEqual(defaults)
  expect(read('show=__proto__')).toEqual(defaults)
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200)
})

test('arrows, Home and End move between the rows, and not beyond them', () => {
  expect(nextRowIndex('ArrowDown', 0, 3)).toBe(1)
  expect(nextRowIndex('ArrowUp', 2, 3)).toBe(1)
  expect(nextRowIndex('Home', 2, 3)).toBe(0)
  expect(nextRowIndex('End', 0, 3)).toBe(2)
  expect(nextRowIndex('ArrowDown', 2, 3)).toBeUndefined()
  expect(nextRowIndex('ArrowUp', 0, 3)).toBeUndefined()
  expect(nextRowIndex('a', 0, 3)).toBeUndefined()
  expect(nextRowIndex('toString', 0, 3)).toBeUndefined()
})
