import { expect, test } from 'vitest'
import { isNarrowed, readPartnerFilter, sentFilter } from './partner-filters.tsx'

const read = (query: string) => {
  const asked = new URLSearchParams(query)
  return readPartnerFilter((name) => asked.get(name) ?? '')
}

test('the address determines which partners are listed and in which order', () => {
  expect(read('search=hall&status=documents&signed=no_nda&sort=business')).toEqual({
    search: 'hall',
    status: 'documents',
    signed: 'no_nda',
    sort: 'business',
  })
})

test('unknown values in the address are ignored', () => {
  expect(read('status=gone&signed=all&sort=__proto__')).toEqual({
    search: '',
    status: '',
    signed: '',
    sort: '-created',
  })
})

test('a search longer than the server accepts is cut', () => {
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200)
})

test('the server gets no status when all statuses are chosen', () => {
  expect(sentFilter(read('search=hall'))).toEqual({ search: 'hall', sort: '-created' })
  expect(sentFilter(read('status=profile'))).toEqual({ search: '', status: 'profile', sort: '-created' })
})

test('a different order does not count as a filter', () => {
  expect(isNarrowed(read('sort=name'))).toBe(false)
  expect(isNarrowed(read('search=a'))).toBe(true)
  expect(isNarrowed(read('status=completed'))).toBe(true)
  expect(isNarrowed(read('signed=nda'))).toBe(true)
})
