import { expect, test } from 'vitest'
import { addressOf, type LibraryView, readView } from './library-view.ts'

const nothing: LibraryView = { category: null, search: '', sort: null, folders: [], file: null }

test('the view of everything has an address without a query', () => {
  expect(readView('')).toEqual(nothing)
  expect(addressOf(nothing)).toBe('/resources')
})

test('each part of the view is written to the address and read from it', () => {
  const view: LibraryView = {
    category: 'creative',
    search: 'logo & more',
    sort: 'downloads',
    folders: ['a', 'b'],
    file: 'c',
  }
  const address = addressOf(view)
  expect(address).toBe(
    '/resources?category=creative&search=logo+%26+more&sort=downloads&folder=a&folder=b&file=c',
  )
  expect(readView(new URL(address, 'http://portal.test').search)).toEqual(view)
})

test('unknown, empty and repeated values are ignored', () => {
  expect(readView('category=secret&sort=size&search=+&folder=&folder=a&folder=a&file=')).toEqual({
    ...nothing,
    folders: ['a'],
  })
})
