import { describe, expect, test } from 'vitest'
import { PdfError, PdfReader } from './pdf-syntax.ts'

const read = (text: string) => new PdfReader(text, 0).readValue()

test.each([
  ['7', 7],
  ['-7.25', -7.25],
  ['7.', 7],
  ['.5', 0.5],
  ['+3', 3],
])('reads the number %s', (text, value) => {
  expect(read(text)).toBe(value)
})

// If every way of splitting the digits were tried, two million of them would take hours.
describe.each(['1'.repeat(2_000_000), `${'1'.repeat(1_000_000)}.${'1'.repeat(1_000_000)}`])(
  'a long number',
  (digits) => {
    test('is read once', () => {
      expect(read(`[${digits}]`)).toEqual([Number(digits)])
    })

    test('with a letter after it is refused at once', () => {
      expect(() => read(`[${digits}x]`)).toThrow(PdfError)
    })
  },
)
