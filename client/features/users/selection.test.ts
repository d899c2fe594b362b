import { expect, test } from 'vitest'
import { partOf, toggled, toggledPage } from './selection.ts'

const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => `u${from + index}`)

test('one is selected, and taken out again', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
})

test('at most a hundred are selected, and one of them can still be taken out', () => {
  const full = ids(0, 100)
  expect(toggled(full, 'one more')).toEqual(full)
  expect(toggled(full, 'u7')).toHaveLength(99)
})

test('a page is selected beside what is selected of others', () => {
  expect(toggledPage(['u0', 'u12'], ids(10, 3))).toEqual(['u0', 'u12', 'u10', 'u11'])
  expect(toggledPage(['u0', ...ids(10, 3)], ids(10, 3))).toEqual(['u0'])
})

test('a page is selected as far as there is room', () => {
  const selected = toggledPage(ids(0, 95), ids(95, 10))
  expect(selected).toEqual(ids(0, 100))
  // Then it is taken out: there is nothing else that the press could mean.
  expect(toggledPage(selected, ids(95, 10))).toEqual(ids(0, 95))
})

test.each([
  [[], 'none'],
  [['u1'], 'some'],
  [['u0', 'u1', 'other'], 'all'],
] as const)('with %j selected, of its page is %s', (selected, part) => {
  expect(partOf(selected, ['u0', 'u1'])).toBe(part)
})

test('of a page without anybody nobody is selected', () => {
  expect(partOf(['u0'], [])).toBe('none')
})
