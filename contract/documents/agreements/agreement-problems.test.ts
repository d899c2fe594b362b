import { expect, test } from 'vitest'
import { agreementProblems } from './agreement-problems.ts'
import { formOf } from './own-fields.ts'

const problemsOf = (text: string) =>
  agreementProblems({ ...formOf([]), title: 'Own', blocks: [{ kind: 'paragraph', text }] })

const fields = '{{recipientCompany}} {{signerName}} {{signerTitle}} {{signatureDate}}'

test.each([
  [`${fields} {{companyName}}`, undefined],
  [`${fields} {{nobody}}`, 'There is no field for {{nobody}}.'],
  [`${fields} {{a{b}}`, 'braces do not form a field'],
  [`${fields} {{ }`, 'braces do not form a field'],
])('the text %j: %s', (text, problem) => {
  expect(problemsOf(text)).toEqual(problem ? [expect.stringContaining(problem)] : [])
})

// Reading this text once for each brace would take twenty minutes.
test('a text that consists of braces is read only once', () => {
  expect(problemsOf('{{'.repeat(300_000) + fields)).toContainEqual(
    expect.stringContaining('braces do not form'),
  )
})

test('a text that is too long with its fields filled in is refused', () => {
  const long = formOf([{ name: 'details', label: 'Details', kind: 'long-text' }])
  const withPlaces = (count: number) =>
    agreementProblems({
      ...long,
      title: 'Own',
      blocks: [{ kind: 'paragraph', text: `${fields} ${'{{details}} '.repeat(count)}` }],
    })
  expect(withPlaces(100)).toEqual([])
  expect(withPlaces(3_000)).toEqual([
    'Filled in, the text can have more than 300,000 characters. Shorten it, or put its fields in fewer places.',
  ])
})
