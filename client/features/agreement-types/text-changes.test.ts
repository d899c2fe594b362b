import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paragraphChanges, wordChanges } from './text-changes.ts'

test('changed words that are next to each other are one change', () => {
  expect(wordChanges('Write here what the parties agree.', 'This is all that the parties agree.')).toEqual([
    { same: '', removed: 'Write here what ', added: 'This is all that ' },
    { same: 'the parties agree.', removed: '', added: '' },
  ])
})

test('a changed paragraph is shown beside its earlier version, and unchanged paragraphs are grouped', () => {
  expect(paragraphChanges(['a', 'b', 'c', 'd'], ['a', 'b', 'x', 'd', 'e'])).toEqual([
    { kind: 'same', paragraphs: ['a', 'b'] },
    { kind: 'changed', changes: [{ before: 'c', after: 'x' }] },
    { kind: 'same', paragraphs: ['d'] },
    { kind: 'changed', changes: [{ before: '', after: 'e' }] },
  ])
})

const words = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '  ', '{{x}}', '.'), { maxLength: 14 })

test('the changes contain all of both texts', () => {
  fc.assert(
    fc.property(words, words, (one, other) => {
      const [before, after] = [one.join(''), other.join('')]
      const changes = wordChanges(before, after)
      expect(changes.map(({ same, removed }) => same + removed).join('')).toBe(before)
      expect(changes.map(({ same, added }) => same + added).join('')).toBe(after)
      const parts = paragraphChanges(one, other).flatMap((part) =>
        part.kind === 'same' ? part.paragraphs.map((text) => ({ before: text, after: text })) : part.changes,
      )
      expect(parts.map((part) => part.before).join('')).toBe(before)
      expect(parts.map((part) => part.after).join('')).toBe(after)
    }),
  )
})
