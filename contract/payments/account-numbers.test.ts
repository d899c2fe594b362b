import { expect, test } from 'vitest'
import { hasAccountNumber } from './account-numbers.ts'

test.each([
  '4111111111111111',
  'Card 4111 1111 1111 1111 until 12/27',
  '4111-1111-1111-1111',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '3782 822463 10005',
  '6011111111111117',
  '30569309025904',
  '3530111333300000',
  'DE89370400440532013000',
  'to GB82 WEST 1234 5698 7654 32 please',
  'fr14 2004 1010 0505 0001 3m02 606',
  'NO9386011117947',
])('recognizes %s', (text) => {
  expect(hasAccountNumber(text)).toBe(true)
})

test.each([
  '',
  'Check 1042',
  '4111111111111112',
  '2026-11-30 14:05:33 order 20261130140533',
  'Invoice 2026-000123, ACH trace 091000012345678',
  'DE89370400440532013001',
  'Room AB12 on floor 3',
  '+1 555 010 0199',
  'a'.repeat(5000),
  '1 '.repeat(2500),
])('lets pass %s', (text) => {
  expect(hasAccountNumber(text)).toBe(false)
})
