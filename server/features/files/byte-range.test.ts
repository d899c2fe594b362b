import { expect, test } from 'vitest'
import { readRange } from './byte-range.ts'

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=99-', { start: 99, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, null],
  ['', null],
  ['bytes=', null],
  ['bytes=-', null],
  ['bytes=5-4', null],
  ['bytes=0-1,5-6', null],
  ['bytes=a-b', null],
  ['bytes = 0-1', null],
  ['items=0-1', null],
  ['bytes=1e3-', null],
  ['bytes=99999999999999999999-', null],
])('of a file of a hundred bytes, the range header %j requests %j', (header, range) => {
  expect(readRange(header, 100)).toEqual(range)
})

test('a range of an empty file cannot be satisfied', () => {
  expect(readRange('bytes=0-', 0)).toBe('unsatisfiable')
  expect(readRange('bytes=-5', 0)).toBe('unsatisfiable')
})
