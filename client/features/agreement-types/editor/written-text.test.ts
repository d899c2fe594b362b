import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AgreementBlock, onboardingTypes } from '#contract/documents/agreements/agreement.ts'
import { readAgreementSource, writeAgreementSource } from '#contract/documents/agreements/agreement-source.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import type { Written } from './numbers.ts'
import { numbersOf } from './numbers.ts'
import { docOf, sourceIn, writtenIn } from './schema.ts'
import { sourceOf } from './written-text.ts'

const written = (source: string) => writtenIn(docOf(source))
const statedIn = (source: string) =>
  written(source).flatMap(({ number }) => (number && number !== 'auto' ? number : []))

test.each(onboardingTypes)('the editor loses nothing of the text of %s', (type) => {
  const source = writeAgreementSource(firstAgreements[type].blocks)
  expect(sourceIn(docOf(source))).toBe(source)
  expect(readAgreementSource(sourceIn(docOf(source)))).toEqual(firstAgreements[type].blocks)
})

test('of the numbers of the contract, only the one after the missing section is stated', () => {
  const source = writeAgreementSource(firstAgreements.venue_partnership_agreement.blocks)
  expect(statedIn(source)).toEqual(['8.'])
})

const words = fc
  .array(
    fc.constantFrom('a', 'Fee', 'b:', '{{event}}', '{{', '}}', '{x}', '1.', '(a)', '#', '-', '>', '“q”', 'é'),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(' '))
const label = words.map((text) => text.replaceAll(':', '')).filter((text) => text.trim() !== '')
const counted = fc.integer({ min: 1, max: 12 })
const letters = fc.constantFrom('a', 'b', 'c', 'i', 'ii', 'iii', 'z', 'aa', 'ab')
const block: fc.Arbitrary<AgreementBlock> = fc.oneof(
  fc.record({ kind: fc.constantFrom('title', 'paragraph', 'heading'), text: words }),
  fc.record({ kind: fc.constant('heading'), number: counted.map((n) => `${n}.`), text: words }),
  fc.record({
    kind: fc.constant('clause'),
    number: fc.tuple(fc.oneof(counted, fc.constantFrom('A', 'B')), counted).map((n) => n.join('.')),
    text: words,
  }),
  fc.record({ kind: fc.constant('item'), number: letters.map((n) => `(${n})`), text: words }),
  fc.record({ kind: fc.constantFrom('term', 'signature'), label, text: words }),
)

test('the editor loses nothing of any text', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
      // A paragraph may begin with a mark by chance, so the text is what its source reads as.
      const source = writeAgreementSource(readAgreementSource(writeAgreementSource(blocks)))
      expect(sourceIn(docOf(source))).toBe(source)
    }),
    { numRuns: 500 },
  )
})

test('whatever is typed in the editor, its source reads back as the same text', () => {
  const typed: fc.Arbitrary<Written> = block.map(({ kind, number = '', label: name, text }) => ({
    kind,
    number: number && 'auto',
    text: name ? `${name}: ${text}` : text,
  }))
  fc.assert(
    fc.property(fc.array(typed, { maxLength: 12 }), (blocks) => {
      const source = sourceOf(blocks)
      expect(writeAgreementSource(readAgreementSource(source))).toBe(source)
      expect(sourceIn(docOf(source))).toBe(source)
    }),
    { numRuns: 500 },
  )
})

test('numbers follow an inserted and a removed block, and a stated number stays', () => {
  const text = written(
    '## 1. One\n\n1.1 a\n\n(a) x\n\n(b) y\n\n1.2 b\n\n## 2. Two\n\n## 8. Eight\n\n8.1 c\n\n## 9. Nine',
  )
  const auto = (kind: Written['kind'], words = 'new'): Written => ({ kind, number: 'auto', text: words })
  const inserted = [...text.slice(0, 2), auto('clause'), ...text.slice(2, 3), auto('item'), ...text.slice(3)]
  expect(numbersOf(inserted)).toEqual([
    '1.',
    '1.1',
    '1.2',
    '(a)',
    '(b)',
    '(c)',
    '1.3',
    '2.',
    '8.',
    '8.1',
    '9.',
  ])
  const empty = [...text.slice(0, 2), auto('clause', ''), ...text.slice(2)]
  expect(numbersOf(empty).slice(1, 6)).toEqual(['1.1', '1.2', '(a)', '(b)', '1.2'])
  expect(numbersOf(text.toSpliced(1, 1))).toEqual(['1.', '(a)', '(b)', '1.1', '2.', '8.', '8.1', '9.'])
})

test.each([
  ['an appendix', '## Appendix B: Use\n\nB.1 a\n\nB.2 b', []],
  ['a list of Roman numbers', '1.1 a\n\n(i) x\n\n(ii) y\n\n(iii) z', ['(i)']],
  [
    'a list that reaches i',
    `1.1 a\n\n${[...'abcdefghij'].map((letter) => `(${letter}) x`).join('\n\n')}`,
    [],
  ],
  [
    'a list of more than 26',
    `${[...'abcdefghijklmnopqrstuvwxyz', 'aa', 'bb'].map((n) => `(${n}) x`).join('\n\n')}`,
    [],
  ],
])('the numbers of %s follow one another', (_what, source, stated) => {
  expect(statedIn(source)).toEqual(stated)
  expect(sourceIn(docOf(source))).toBe(source)
})
