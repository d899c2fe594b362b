import { expect, test } from 'vitest'
import { initials } from '#client/lib/format.ts'
import { splitName } from './split-name.ts'

test.each([
  ['Dana van Whitfield', 'DW'],
  ['  dana   whitfield ', 'DW'],
  ['Cher', 'C'],
  ['𝒜da Łuk', '𝒜Ł'],
  [' ', 'U'],
])('%j has the initials %s', (name, letters) => {
  expect(initials(splitName(name))).toBe(letters)
})
