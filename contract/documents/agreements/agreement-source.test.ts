import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onboardingTypes } from './agreement.ts'
import { readAgreementSource, writeAgreementSource } from './agreement-source.ts'
import { firstAgreements } from './agreements.ts'

test.each(onboardingTypes)('the text of %s reads back as it was written', (type) => {
  const { blocks } = firstAgreements[type]
  expect(readAgreementSource(writeAgreementSource(blocks))).toEqual(blocks)
})

test('each mark begins its kind of block', () => {
  const source = [
    '# Photo Release',
    '## 1. Pictures',
    '## Signatures',
    '1.1 The Company may publish pictures:',
    '(a) in print; and',
    'A plain one,\nin two lines.',
    '- Event: {{event}}',
    '> Name: {{signerName}}',
    'A.2 An appendix',
  ].join('\n\n')
  expect(readAgreementSource(source)).toEqual([
    { kind: 'title', text: 'Photo Release' },
    { kind: 'heading', number: '1.', text: 'Pictures' },
    { kind: 'heading', text: 'Signatures' },
    { kind: 'clause', number: '1.1', text: 'The Company may publish pictures:' },
    { kind: 'item', number: '(a)', text: 'in print; and' },
    { kind: 'paragraph', text: 'A plain one, in two lines.' },
    { kind: 'term', label: 'Event', text: '{{event}}' },
    { kind: 'signature', label: 'Name', text: '{{signerName}}' },
    { kind: 'clause', number: 'A.2', text: 'An appendix' },
  ])
})

test('any source can be read, and reads the same after it is written again', () => {
  const typed = fc.array(
    fc.constantFrom(
      '# ',
      '## ',
      '1. ',
      '1.1 ',
      '(a) ',
      '- ',
      '> ',
      ': ',
      'text',
      ' ',
      '\n',
      '\n\n',
      '\r\n\r\n',
      '{{x}}',
    ),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(typed, (parts) => {
      const blocks = readAgreementSource(parts.join(''))
      for (const { text } of blocks) expect(text).toBe(text.trim())
      expect(readAgreementSource(writeAgreementSource(blocks))).toEqual(blocks)
    }),
  )
})
