import { expect, test } from 'vitest'
import { extended, partOf, toggled, toggledPage } from './selection.ts'

const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => `u${from + index}`)

test('a row can be selected and deselected', () => {
  expect(toggled(['a'], 'b', 100)).toEqual(['a', 'b'])
  expect(toggled(['a', 'b'], 'a', 100)).toEqual(['b'])
})

test('refuses to select more than the maximum, and each selected row can be deselected', () => {
  const full = ids(0, 100)
  expect(toggled(full, 'one more', 100)).toEqual(full)
  expect(toggled(full, 'u7', 100)).toHaveLength(99)
})

test('a click with Shift selects from the last row to this one, in both directions, up to the maximum', () => {
  const page = ids(0, 10)
  expect(extended(['u2'], page, 'u2', 'u4', 100)).toEqual(['u2', 'u3', 'u4'])
  expect(extended(['u4'], page, 'u4', 'u2', 100)).toEqual(['u4', 'u2', 'u3'])
  expect(extended(['u3', 'other'], page, 'u2', 'u4', 100)).toEqual(['u3', 'other', 'u2', 'u4'])
  expect(extended(['u2'], page, 'u2', 'u6', 3)).toEqual(['u2', 'u3', 'u4'])
})

test('a click with Shift selects one row if the last one is on another page, or there is none', () => {
  expect(extended(['u1'], ids(10, 5), 'u1', 'u12', 100)).toEqual(['u1', 'u12'])
  expect(extended([], ids(10, 5), null, 'u12', 100)).toEqual(['u12'])
})

test('selecting a page adds to the selection of other pages', () => {
  expect(toggledPage(['u0', 'u12'], ids(10, 3), 100)).toEqual(['u0', 'u12', 'u10', 'u11'])
  expect(toggledPage(['u0', ...ids(10, 3)], ids(10, 3), 100)).toEqual(['u0'])
})

test('selecting a page stops when the selection is full', () => {
  const selected = toggledPage(ids(0, 95), ids(95, 10), 100)
  expect(selected).toEqual(ids(0, 100))
  // The selection is full, so a second press can only deselect the page.
  expect(toggledPage(selected, ids(95, 10), 100)).toEqual(ids(0, 95))
})

test.each([
  [[], 'none'],
  [['u1'], 'some'],
  [['u0', 'u1', 'other'], 'all'],
] as const)('with %j selected, %s of the page is selected', (selected, part) => {
  expect(partOf(selected, ['u0', 'u1'])).toBe(part)
})

test('an empty page does not count as selected', () => {
  expect(partOf(['u0'], [])).toBe('none')
})
