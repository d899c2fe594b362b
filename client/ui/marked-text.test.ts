import { expect, test } from 'vitest'
import { marksIn } from './marked-text.tsx'

/** Returns the text with the marked parts in brackets. */
const marked = (text: string, typed: string) =>
  marksIn(text, typed)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('')

test('marks the beginnings of words that match the search, regardless of case', () => {
  expect(marked('Logo, drawn', 'log')).toBe('[Log]o, drawn')
  expect(marked('All LOGOS and one logo', 'logo')).toBe('All [LOGO]S and one [logo]')
  expect(marked('Catalogue', 'log')).toBe('Catalogue')
})

test('marks each word of the search, and if two words match, the longer one', () => {
  expect(marked('Beach at noon', 'noon beach')).toBe('[Beach] at [noon]')
  expect(marked('Logotype', 'log logot')).toBe('[Logot]ype')
})

test('a search without a match, or with punctuation only, marks nothing', () => {
  expect(marked('Beach at noon', 'baech')).toBe('Beach at noon')
  expect(marked('Price (net) $5 + 3', '( $ +')).toBe('Price (net) $5 + 3')
  expect(marked('Price (net) $5', '$5 (net')).toBe('Price ([net]) $[5]')
})

test('letters of every script count as letters', () => {
  expect(marked('Übersicht der Größen', 'über größ')).toBe('[Über]sicht der [Größ]en')
})
