import { expect, test } from 'vitest'
import { marksIn } from './marked-text.tsx'

/** What is marked stands in brackets. */
const marked = (text: string, typed: string) =>
  marksIn(text, typed)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('')

test('what was typed is marked where a word begins with it, in whatever case', () => {
  expect(marked('Logo, drawn', 'log')).toBe('[Log]o, drawn')
  expect(marked('All LOGOS and one logo', 'logo')).toBe('All [LOGO]S and one [logo]')
  expect(marked('Catalogue', 'log')).toBe('Catalogue')
})

test('each of several words is marked, the longer one where two fit', () => {
  expect(marked('Beach at noon', 'noon beach')).toBe('[Beach] at [noon]')
  expect(marked('Logotype', 'log logot')).toBe('[Logot]ype')
})

test('what is not there, and signs alone, leave the text as it is', () => {
  expect(marked('Beach at noon', 'baech')).toBe('Beach at noon')
  expect(marked('Price (net) $5 + 3', '( $ +')).toBe('Price (net) $5 + 3')
  expect(marked('Price (net) $5', '$5 (net')).toBe('Price ([net]) $[5]')
})

test('letters of every script count as letters', () => {
  expect(marked('Übersicht der Größen', 'über größ')).toBe('[Über]sicht der [Größ]en')
})
