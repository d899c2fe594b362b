import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readVerificationCode } from './verification-code.ts'

const digits = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
const code = fc
  .array(fc.constantFrom(...digits), { minLength: 16, maxLength: 16 })
  .map((characters) => characters.join('').replaceAll(/(.{4})(?=.)/g, '$1-'))
const lookAlikes: Record<string, string[]> = { 0: ['0', 'O', 'o'], 1: ['1', 'I', 'i', 'L', 'l'] }

test('reads a code as it is printed, even with look-alike letters or without dashes', () => {
  fc.assert(
    fc.property(code, fc.infiniteStream(fc.nat()), (printed, choices) => {
      const typed = [...printed].map((character) => {
        const choice = choices.next().value
        const ways = lookAlikes[character] ?? [character, character.toLowerCase()]
        return character === '-' ? ['', ' ', '-', ' - '][choice % 4] : ways[choice % ways.length]
      })
      expect(readVerificationCode(printed)).toBe(printed)
      expect(readVerificationCode(typed.join(''))).toBe(printed)
    }),
  )
})

test.each([
  '',
  '0123',
  '0123-4567-89AB-CDE',
  '0123-4567-89AB-CDEFG',
  '0123-4567-89AB-CDEU',
  '0123_4567_89AB_CDEF',
])('%j is not a code', (typed) => {
  expect(readVerificationCode(typed)).toBeUndefined()
})
