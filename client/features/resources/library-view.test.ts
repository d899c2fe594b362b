import { expect, test } from 'vitest'
import { readView } from './library-view.ts'

const nothing = { category: null, search: '', sort: null, withdrawn: false, folders: [], file: null }

test('each part of the view is read from the address', () => {
  expect(readView(new URLSearchParams(''))).toEqual(nothing)
  const query = 'category=creative&search=logo+%26+more&sort=downloads&withdrawn=1&folder=a&folder=b&file=c'
  expect(readView(new URLSearchParams(query))).toEqual({
    category: 'creative',
    search: 'logo & more',
    sort: 'downloads',
    withdrawn: true,
    folders: ['a', 'b'],
    file: 'c',
  })
})

test('unknown, empty and repeated values are ignored', () => {
  const query = 'category=secret&sort=size&search=+&folder=&folder=a&folder=a&file='
  expect(readView(new URLSearchParams(query))).toEqual({ ...nothing, folders: ['a'] })
})
