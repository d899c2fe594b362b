import { expect, test } from 'vitest'
import { id } from './fields.ts'
import { isId } from './ids.ts'

const random = '018f0000-0000-7000-8000-000000000001'

test.each([
  [random, true],
  [random.toUpperCase(), true],
  ['00000000-0000-0000-0000-000000000000', true],
  ['ffffffff-ffff-ffff-ffff-ffffffffffff', true],
  ['018f0000-0000-9000-8000-000000000001', false],
  ['018f0000-0000-7000-c000-000000000001', false],
  [`${random}0`, false],
  [` ${random}`, false],
  ['one', false],
  ['', false],
])('an address and the server agree whether %j is an id', (text, isOne) => {
  expect(isId(text)).toBe(isOne)
  expect(id.safeParse(text).success).toBe(isOne)
})
