import { expect, test } from 'vitest'
import { groupDigits } from './group-digits.ts'
import { trimEndOf, trimOf } from './trim-ends.ts'

test.each([
  ['', '', ''],
  ['...', '', ''],
  ['. a . b. ', '. a . b', 'a . b'],
  ['a', 'a', 'a'],
])('%j without its ends is %j, and %j at both', (text, atEnd, atBoth) => {
  expect(trimEndOf(text, '. ')).toBe(atEnd)
  expect(trimOf(text, '. ')).toBe(atBoth)
})

test.each([
  ['7', '7'],
  ['123', '123'],
  ['1234', '1,234'],
  ['1234567', '1,234,567'],
])('the digits %s are grouped as %s', (digits, grouped) => {
  expect(groupDigits(digits)).toBe(grouped)
})
