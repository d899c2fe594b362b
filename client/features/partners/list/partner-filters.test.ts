import { expect, test } from 'vitest'
import { readFilters } from '#client/lib/list-view.ts'
import { partnerFilters, partnerOrder } from './partner-filters.tsx'

const read = (query: string) => {
  const asked = new URLSearchParams(query)
  const get = (name: string) => asked.get(name) ?? ''
  return { ...readFilters(partnerFilters, get), sort: partnerOrder.read(get('sort'), get) }
}

const nothing = Object.fromEntries(Object.keys(partnerFilters).map((name) => [name, '']))

test('the address determines which partners are listed and in which order', () => {
  expect(read('search=hall&status=documents&signed=no_nda&unseen=30&manager=me&sort=business')).toEqual({
    ...nothing,
    search: 'hall',
    status: 'documents',
    signed: 'no_nda',
    unseen: '30',
    manager: 'me',
    sort: 'business',
  })
})

test('unknown values in the address are ignored', () => {
  const unknown = 'status=gone&signed=all&state=ZZ&manager=x&tag=x&added=x&unseen=31&sort=__proto__'
  expect(read(unknown)).toEqual({ ...nothing, sort: '-created' })
})

test('a search longer than the server accepts is cut', () => {
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200)
})
