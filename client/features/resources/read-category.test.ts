import { expect, test } from 'vitest'
import { readCategory } from './read-category.ts'

test('the category is read from the address', () => {
  expect(readCategory(new URLSearchParams('category=creative'))).toBe('creative')
})

test('an address without one, or with one that is not known, shows all', () => {
  expect(readCategory(new URLSearchParams(''))).toBeNull()
  expect(readCategory(new URLSearchParams('category=secret'))).toBeNull()
})
