import { expect, test } from 'vitest'
import { findCode, formatCode } from './sign-in-code.ts'

test.each([
  ['as it is stored', 'BCDFGHJK'],
  ['as it is in the email', 'BCDF-GHJK'],
  ['in lower case', 'bcdfghjk'],
  ['with blanks', '  bcdf ghjk  '],
  ['with a long hyphen that a phone has made of a short one', 'BCDF—GHJK'],
  ['with a blank that does not break', 'BCDF\u00a0GHJK'],
  ['over two lines', 'BCDF-\nGHJK'],
  ['after the words before it', 'Your sign-in code: BCDF-GHJK'],
  [
    'between the lines of the email',
    'Only the newest code works.\n\nBCDF-GHJK\n\nSign in with this link: https://',
  ],
])('finds a code %s', (_kind, text) => {
  expect(findCode(text)).toBe('BCDFGHJK')
})

test.each([
  '',
  'BCDF',
  'BCDFGHJ',
  'BCDFGHJKM',
  'XBCDF-GHJK',
  'BCDF-GHJKX',
  'B C D F G H J K',
  'BCDF_GHJK',
  'ABCD-EFGH',
  '2CDF-GHJ5',
  'BCD0-GHJK',
  'Your sign-in code',
])('finds no code in "%s"', (text) => {
  expect(findCode(text)).toBeUndefined()
})

test('formats a code in two groups', () => {
  expect(formatCode('BCDFGHJK')).toBe('BCDF-GHJK')
})
