import { expect, test } from 'vitest'
import { readFilters } from '#client/lib/list-view.ts'
import { partnerFilters, partnerOrder } from './partner-filters.tsx'

const read = (query: string) => {
  const asked = new URLSearchParams(query)
  const get = (name: string) => asked.get(name) ?? ''
  return { ...readFilters(partnerFilters, get), sort: partnerOrder.read(get('sort'), get) }
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
