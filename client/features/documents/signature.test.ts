import { describe, expect, test } from 'vitest'
import { exampleContractValues, exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import { SignDocument } from '#contract/documents/documents.ts'
import { signatureOf, signedValues, signingOf } from './signature.ts'

const id = '5f0c8a52-3b3e-4a68-9f4f-0d6a7e1c2b11'

describe('the signing request', () => {
  test.each([
    ['nda', exampleNdaValues],
    ['venue_partnership_agreement', exampleContractValues],
  ] as const)('passes the schema of the contract for %s', (documentType, values) => {
    const signing = SignDocument.parse(signingOf({ id, documentType }, values))
    expect(signing).toMatchObject({ documentType, documentId: id })
    expect(signing.signatureData).toEqual({ ...values, digitalSignature: '/s/ Dana Whitfield' })
  })

  test('contains a signature of the longest name that is accepted', () => {
    const name = 'n'.repeat(200)
    const signing = signingOf({ id, documentType: 'nda' }, { ...exampleNdaValues, signerName: name })
    expect(SignDocument.safeParse(signing).success).toBe(true)
    expect(signatureOf(name)).toHaveLength(200)
  })
})

test('the values of a signature are read back, and none from text that is not JSON', () => {
  expect(signedValues(JSON.stringify(exampleNdaValues))).toEqual(exampleNdaValues)
  expect(signedValues(null)).toEqual({})
  expect(signedValues('signed on paper')).toEqual({})
})
