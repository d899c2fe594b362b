import { expect, test } from 'vitest'
import { matchesWords } from './matches-words.ts'

test.each([
  ['Café Óasis', 'cafe', true],
  ['Café Óasis', 'oasis CAFÉ', true],
  ['Café Óasis', 'cafe bar', false],
  ['Anything', '  ', true],
  ['Straße 5', 'straße', true],
])('%j is found by %j: %j', (text, search, found) => {
  expect(matchesWords(text, search)).toBe(found)
})
