import { expect, test } from 'vitest'
import { parseHundredths, writtenHundredths } from './hundredths.ts'

test.each([
  ['2500', 250_000],
  ['2,500.00', 250_000],
  [' 1,234,567.8 ', 123_456_780],
  ['0.07', 7],
  ['.5', 50],
  // As floats, these would be off by a cent.
  ['1.15', 115],
  ['4.35', 435],
  ['1000000000.01', 100_000_000_001],
])('reads %s', (text, hundredths) => {
  expect(parseHundredths(text)).toBe(hundredths)
})

test.each(['', '.', '1.234', '-5', '2,50', '25,00.00', '1e3', 'three', '$5', '1.', '12345678901234'])(
  'does not guess what %j means',
  (text) => {
    expect(parseHundredths(text)).toBeUndefined()
  },
)

test.each([0, 7, 50, 250_050])('reads %i as it is written', (hundredths) => {
  expect(parseHundredths(writtenHundredths(hundredths))).toBe(hundredths)
})
