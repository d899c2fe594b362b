import { describe, expect, test } from 'vitest'
import { agreementForms } from './agreement-forms.ts'
import { contractValues, formValues, ndaValues, sentValues } from './agreement-values.ts'
import { exampleContractValues, exampleNdaValues } from './example-values.ts'

const ndaMissing = 'Please fill in all required fields above'
const contractMissing = 'Please fill in all required partnership agreement fields above'

/** Returns the error messages by field; '' is the object itself. */
const problems = (schema: typeof ndaValues | typeof contractValues, values: unknown) =>
  Object.fromEntries(
    (schema.safeParse(values).error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  )

const contractProblem = (field: keyof typeof exampleContractValues, value: unknown) =>
  problems(contractValues, { ...exampleContractValues, [field]: value })[field]

test('valid values are returned unchanged, apart from trimming', () => {
  expect(ndaValues.parse(exampleNdaValues)).toEqual(exampleNdaValues)
  expect(contractValues.parse(exampleContractValues)).toEqual(exampleContractValues)
  expect(ndaValues.parse({ ...exampleNdaValues, signerName: '  Dana  Whitfield ' }).signerName).toBe(
    'Dana  Whitfield',
  )
})

describe.each([
  ['NDA', ndaValues, exampleNdaValues, ndaMissing, 6],
  ['contract', contractValues, exampleContractValues, contractMissing, 21],
] as const)('in %s', (_name, schema, example, message, count) => {
  test('every value is required', () => {
    expect(Object.keys(schema.shape).length).toBe(count)
    for (const field of Object.keys(example)) {
      for (const value of [undefined, null, '', '   ', '\u200b\u2060']) {
        expect(problems(schema, { ...example, [field]: value })).toEqual({ [field]: message })
      }
    }
  })

  test('every value is a string', () => {
    for (const field of Object.keys(example)) {
      for (const value of [5, true, ['a'], {}]) {
        expect(problems(schema, { ...example, [field]: value })).toEqual({ [field]: 'Enter text' })
      }
    }
  })

  test('unknown names are refused', () => {
    expect(problems(schema, { ...example, extra: 'x' })).toHaveProperty('')
    expect(problems(schema, { ...example, ...JSON.parse('{"constructor":"x"}') })).toHaveProperty('')
    const polluted = JSON.parse(`{"__proto__":{"extra":1},${JSON.stringify(example).slice(1)}`)
    expect(schema.safeParse(polluted).success).toBe(false)
  })

  test('no value may contain NUL, a control character, a direction mark or half a character', () => {
    for (const field of Object.keys(example)) {
      for (const bad of ['\0', '\u0007', '\t', '\u202e', '\u2066', '\ud800', '\u2028']) {
        expect(
          problems(schema, { ...example, [field]: `1${bad}1` }),
          `${field} ${escape(bad)}`,
        ).toHaveProperty(field)
      }
    }
  })
})

test.each(['2026-02-30', '2026-13-01', '2026-00-10', '20.11.2026', '2026-11-20T00:00:00Z', '2025-02-29'])(
  'the date %s is refused',
  (value) => {
    expect(problems(ndaValues, { ...exampleNdaValues, ndaDate: value })).toEqual({ ndaDate: 'Enter a date' })
  },
)

test.each(['0026-11-20', '1899-12-31', '2201-01-01', '9999-12-31'])(
  'the date %s is out of range',
  (value) => {
    const outside = { ndaDate: 'Enter a date from 1900 to 2200' }
    expect(problems(ndaValues, { ...exampleNdaValues, ndaDate: value })).toEqual(outside)
  },
)

const notToday = "Today is November 21, 2026. Enter today's date."

test.each([
  ['2026-11-19', notToday],
  ['2026-11-20', undefined],
  ['2026-11-22', undefined],
  ['2026-11-23', notToday],
  ['2199-11-21', notToday],
  ['2201-11-21', 'Enter a date from 1900 to 2200'],
])('a signature on November 21 is dated %s: %s', (signatureDate, message) => {
  const values = formValues(agreementForms.nda, '2026-11-21')
  const expected = message ? { signatureDate: message } : {}
  expect(problems(values, { ...exampleNdaValues, signatureDate })).toEqual(expected)
})

test('February 29 is a date in leap years only', () => {
  expect(problems(ndaValues, { ...exampleNdaValues, ndaDate: '2028-02-29' })).toEqual({})
})

test.each([
  ['paymentAmount', '$12,500', 'Enter a number'],
  ['paymentAmount', '-1', 'Enter a number'],
  ['paymentAmount', '1e5', 'Enter a number'],
  ['paymentAmount', '0x10', 'Enter a number'],
  ['paymentAmount', 'NaN', 'Enter a number'],
  ['paymentAmount', '٣٤', 'Enter a number'],
  ['paymentAmount', '12.345', 'Enter a number with at most two decimals'],
  ['paymentAmount', '12500.50', undefined],
  ['paymentAmount', '0', undefined],
  ['paymentAmount', '1234567890123', 'Enter at most 12 characters'],
  ['depositPercentage', '100.01', 'Enter a number from 0 to 100'],
  ['depositPercentage', '100', undefined],
  ['depositPercentage', '33.3', undefined],
  ['depositPercentage', '50%', 'Enter a number'],
  ['collateralDays', '1.5', 'Enter a whole number of days'],
  ['collateralDays', 'ten', 'Enter a number'],
  ['collateralDays', '0', undefined],
  ['expectedGuests', '250.0', 'Enter a whole number of guests'],
  ['expectedGuests', '250', undefined],
  ['eventName', 'a\nb', 'Enter one line of text'],
  ['setupDetails', 'a\r\nb\nc', undefined],
  ['setupDetails', 'a\rb', 'Remove tabs and invisible characters'],
  ['jurisdiction', 'Zürich – 東京 👩‍⚕️', undefined],
] as const)('%s %j: %s', (field, value, message) => {
  expect(contractProblem(field, value)).toBe(message)
})

test('a sent value of a contract may be any text that can be stored, because it may be an agreed term', () => {
  const form = { ...agreementForms.venue_partnership_agreement, documentType: 'venue_partnership_agreement' }
  const sent = (cancellationDays: string) =>
    sentValues(form).safeParse({ ...exampleContractValues, cancellationDays }).success
  expect(sent('thirty days,\nor as agreed')).toBe(true)
  for (const wrong of ['a\0b', 'a\u001bb', 'a\ud800b']) expect(sent(wrong), JSON.stringify(wrong)).toBe(false)
})

test('a text may be as long as its limit, but no longer', () => {
  expect(contractProblem('setupDetails', 'x'.repeat(2000))).toBeUndefined()
  expect(contractProblem('setupDetails', 'x'.repeat(2001))).toBe('Enter at most 2,000 characters')
})
