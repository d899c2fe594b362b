import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Agreement, agreementFields, onboardingTypes } from './agreement.ts'
import { firstAgreements } from './agreements.ts'
import { agreementText, type DrawnBlock, drawAgreement } from './draw-agreement.ts'
import { exampleContractValues, exampleNdaValues } from './example-values.ts'

const company = 'Example Health Inc.'
const contract = firstAgreements.venue_partnership_agreement

const written = ({ number, label, segments }: DrawnBlock) => {
  const words = segments
    .map((part) => ('field' in part ? (part.value ?? part.placeholder) : part.text))
    .join('')
  return `${number ? `${number} ` : ''}${label ? `${label}: ` : ''}${words}`
}

const drawn = (agreement: Agreement, values: Record<string, string>, field: string) =>
  drawAgreement(agreement, values, company)
    .flatMap((block) => block.segments)
    .find((segment) => 'field' in segment && segment.field === field)

/** Expects that every line begins a block, or is indented as a further line of a long value. */
const expectItsOwnStructure = (agreement: Agreement, values: Record<string, string>, name: string) => {
  const text = agreementText(agreement, values, name)
  expect(text.endsWith('\n')).toBe(true)
  const paragraphs = text.slice(0, -1).split('\n\n')
  expect(paragraphs.length).toBe(agreement.blocks.length)
  for (const paragraph of paragraphs) {
    for (const line of paragraph.split(/[\r\n\u0085\u2028\u2029]/).slice(1)) expect(line).toMatch(/^ {4}\S/)
  }
}

describe.each(onboardingTypes)('drawing %s', (documentType) => {
  const agreement: Agreement = firstAgreements[documentType]
  const example: Record<string, string> = documentType === 'nda' ? exampleNdaValues : exampleContractValues

  test('yields segments that form the text', () => {
    for (const values of [{}, example]) {
      const blocks = drawAgreement(agreement, values, company)
      expect(`${blocks.map(written).join('\n\n')}\n`).toBe(agreementText(agreement, values, company))
    }
  })

  test('shows the label of an empty or blank field in brackets', () => {
    const blank = Object.fromEntries(agreementFields(agreement).map((field) => [field.name, ' \n ']))
    for (const { name, label } of agreementFields(agreement)) {
      expect(drawn(agreement, {}, name)).toEqual({ field: name, value: null, placeholder: `[${label}]` })
      expect(drawn(agreement, blank, name)).toMatchObject({ value: null })
    }
    expect(agreementText(agreement, {}, company)).toBe(agreementText(agreement, blank, company))
  })

  test('with all values leaves no placeholder and names both companies', () => {
    const text = agreementText(agreement, example, company)
    expect(text).not.toMatch(/[[\]{}]/)
    expect(text).toContain(`between ${company} (the “Company”) and Harborview Hall LLC (the “Partner”)`)
  })

  test('yields the same structure for all values and company names', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        'a',
        '1.1 ',
        '\n',
        '\r\n',
        '\u2028',
        '{{venue}}',
        '{{',
        '$&',
        '<b>',
        ' ',
        '\t',
        '\0',
      ),
    })
    const values = fc.record(Object.fromEntries(agreementFields(agreement).map(({ name }) => [name, nasty])))
    fc.assert(
      fc.property(values, nasty, (typed, name) => expectItsOwnStructure(agreement, typed, name)),
      { numRuns: 50 },
    )
  })
})

test('shows a value that looks like a slot, markup or a placeholder as typed', () => {
  const hostile = '{{venue}} <script>alert(1)</script> $& [Agreement Date]'
  const values = { ...exampleNdaValues, recipientCompany: hostile }
  expect(drawn(firstAgreements.nda, values, 'recipientCompany')).toMatchObject({ value: hostile })
  expect(agreementText(firstAgreements.nda, exampleNdaValues, '{{venue}} Inc.')).toContain(
    'between {{venue}} Inc. (',
  )
})

test('indents the lines of a long text, and turns line breaks into spaces elsewhere', () => {
  const values = {
    ...exampleContractValues,
    setupDetails: 'Dock B\r\n\r\n9.2 No limit.\n',
    eventName: 'Spring\n\nFair',
  }
  expect(agreementText(contract, values, company)).toContain(
    'The following details apply: Dock B\n    9.2 No limit.\n\n3.4 Counting time.',
  )
  expect(agreementText(contract, values, company)).toContain('known as Spring Fair (')
})

test.each([
  ['ndaDate', '2026-11-20', 'November 20, 2026'],
  ['ndaDate', '2024-02-29', 'February 29, 2024'],
  ['ndaDate', '2026-02-30', '2026-02-30'],
  ['ndaDate', '2026-1', '2026-1'],
  ['ndaDate', '2026-01-01', 'January 1, 2026'],
])('the date %s %s is drawn as %s', (field, value, expected) => {
  expect(drawn(firstAgreements.nda, { [field]: value }, field)).toMatchObject({ value: expected })
})

test.each([
  ['paymentAmount', '12500', '$12,500'],
  ['paymentAmount', '1234567.5', '$1,234,567.50'],
  ['paymentAmount', '999.99', '$999.99'],
  ['paymentAmount', '0', '$0'],
  ['paymentAmount', '12,5', '12,5'],
  ['depositPercentage', '50', '50%'],
  ['depositPercentage', '12.5', '12.5%'],
  ['paymentDays', '014', '14 days'],
  ['paymentDays', '1', '1 day'],
  ['paymentDays', '0', '0 days'],
  ['expectedGuests', '1250', '1,250 guests'],
  ['expectedGuests', '1', '1 guest'],
  ['expectedGuests', 'many', 'many'],
])('the number %s %s is drawn as %s', (field, value, expected) => {
  expect(drawn(contract, { [field]: value }, field)).toMatchObject({ value: expected })
})

test('throws for a slot without a field', () => {
  const broken: Agreement = {
    ...firstAgreements.nda,
    blocks: [{ kind: 'paragraph', text: '{{constructor}}' }],
  }
  expect(() => agreementText(broken, {}, company)).toThrow('no field for {{constructor}}')
})
