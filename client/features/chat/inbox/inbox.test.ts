import { expect, test } from 'vitest'
import { readInboxView } from './inbox.tsx'

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
