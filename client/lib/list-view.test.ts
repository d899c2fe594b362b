import { expect, test } from 'vitest'
import { narrowingFilters, readFilters, sentFilters } from './list-view.ts'

const filters = {
  search: { read: (text: string) => text.slice(0, 5) },
  state: {
    read: (text: string) => (['open', 'done', 'all'].includes(text) ? text : 'open'),
    isSent: (value: string) => value !== 'all',
  },
  group: { read: (text: string) => text, sentAs: 'partnerGroup' },
  kind: {
    read: (text: string, readValue: (name: string) => string) => text || (readValue('group') ? 'any' : 'new'),
  },
}

const read = (query: string) => {
  const asked = new URLSearchParams(query)
  return readFilters(filters, (name) => asked.get(name) ?? '')
}

test('the address determines what is listed, and unknown values in it are ignored', () => {
  expect(read('search=hall&state=done&group=Coast&kind=old')).toEqual({
    search: 'hall',
    state: 'done',
    group: 'Coast',
    kind: 'old',
  })
  expect(read('state=gone')).toEqual({ search: '', state: 'open', group: '', kind: 'new' })
  expect(read('search=longer').search).toBe('longe')
})

test('a value may depend on another filter', () => {
  expect(read('group=Coast').kind).toBe('any')
})

test('the request contains only the parameters that limit the list', () => {
  expect(sentFilters(filters, read('group=Coast'))).toEqual({
    state: 'open',
    partnerGroup: 'Coast',
    kind: 'any',
  })
  expect(sentFilters(filters, read('search=hall&state=all'))).toEqual({ search: 'hall', kind: 'new' })
})

test('a filter narrows the list when its value differs from its default', () => {
  expect(narrowingFilters(filters, read(''))).toEqual([])
  expect(narrowingFilters(filters, read('state=open'))).toEqual([])
  expect(narrowingFilters(filters, read('group=Coast'))).toEqual(['group'])
  expect(narrowingFilters(filters, read('search=hall&state=all'))).toEqual(['search', 'state'])
})
