import { expect, test } from 'vitest'
import type { Resource } from '#contract/resources/resources.ts'
import { layoutFor } from './file-layout.tsx'
import { readView } from './library-view.ts'
import { listOf } from './queries.ts'

const folder = '0198c0de-0000-7000-8000-000000000001'

const nothing = {
  category: null,
  folder: null,
  search: '',
  sort: null,
  withdrawn: false,
  layout: null,
  expanded: [],
}

test('each part of the view is read from the address', () => {
  expect(readView(new URLSearchParams(''))).toEqual(nothing)
  const query = 'category=creative&search=logo+%26+more&sort=downloads&withdrawn=1&open=a&open=b&view=grid'
  expect(readView(new URLSearchParams(query))).toEqual({
    category: 'creative',
    folder: null,
    search: 'logo & more',
    sort: 'downloads',
    withdrawn: true,
    layout: 'grid',
    expanded: ['a', 'b'],
  })
  expect(readView(new URLSearchParams(`category=creative&folder=${folder}`))).toEqual({
    ...nothing,
    folder,
  })
})

test('unknown, empty and repeated values are ignored', () => {
  const query = 'category=all&sort=size&search=+&folder=a&open=&open=a&open=a&view=map'
  expect(readView(new URLSearchParams(query))).toEqual({ ...nothing, expanded: ['a'] })
})

test('a folder or a search has a single list, and a category has a list for each folder', () => {
  const lists = ['', 'category=creative', `folder=${folder}`, 'category=creative&search=b', 'search=b'].map(
    (query) => listOf(readView(new URLSearchParams(query))),
  )
  expect(lists).toEqual([null, null, { folder }, { category: 'creative', search: 'b' }, { search: 'b' }])
})

test('pictures and films show as a grid, unless the address names another layout', () => {
  const files = (...types: Resource['fileType'][]) => types.map((fileType) => ({ fileType }))
  expect(layoutFor(null, files('jpg', 'mp4', 'pdf'))).toBe('grid')
  expect(layoutFor(null, files('jpg', 'pdf'))).toBe('list')
  expect(layoutFor(null, [])).toBe('list')
  expect(layoutFor('list', files('jpg'))).toBe('list')
  expect(layoutFor('grid', files('pdf'))).toBe('grid')
})
