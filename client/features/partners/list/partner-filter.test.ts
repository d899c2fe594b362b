import { expect, test } from 'vitest'
import { isNarrowed, readPartnerFilter, sentFilter } from './partner-filter.ts'

const read = (query: string) => {
  const asked = new URLSearchParams(query)
  return readPartnerFilter((name) => asked.get(name) ?? '')
}

test('an address says which partners are listed, and in which order', () => {
  expect(read('search=hall&status=documents&sort=business')).toEqual({
    search: 'hall',
    status: 'documents',
    sort: 'business',
  })
})

test('what an address says that is not known counts as left out', () => {
  expect(read('status=gone&sort=__proto__')).toEqual({ search: '', status: '', sort: 'newest' })
})

test('a search that is longer than the server takes is cut', () => {
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200)
})

test('all statuses are no status to the server', () => {
  expect(sentFilter(read('search=hall'))).toEqual({ search: 'hall', sort: 'newest' })
  expect(sentFilter(read('status=profile'))).toEqual({ search: '', status: 'profile', sort: 'newest' })
})

test('another order alone does not narrow the list', () => {
  expect(isNarrowed(read('sort=name'))).toBe(false)
  expect(isNarrowed(read('search=a'))).toBe(true)
  expect(isNarrowed(read('status=completed'))).toBe(true)
})
