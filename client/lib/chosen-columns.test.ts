import { expect, test } from 'vitest'
import { movedColumn, readColumns } from './chosen-columns.ts'

test('a text names known columns once, in its order, and an empty one names none of its own', () => {
  const known = ['a', 'b', 'c']
  expect(readColumns('c.gone.a.c', known)).toEqual(['c', 'a'])
  expect(readColumns('none', known)).toEqual([])
  expect([readColumns('', known), readColumns(undefined, known)]).toEqual([undefined, undefined])
})

test('a column moves by one place, and not beyond an end', () => {
  expect(movedColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
  expect(movedColumn(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(movedColumn(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
})
