import { describe, expect, test } from 'vitest'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { exampleContractValues, exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import { SignDocument, signatureDataOf } from '#contract/documents/documents.ts'
import { signatureOf, signedValues, signingOf } from './signature.ts'

const id = '5f0c8a52-3b3e-4a68-9f4f-0d6a7e1c2b11'

describe('the signing request', () => {
  test.each([
    ['nda', exampleNdaValues],
    ['venue_partnership_agreement', exampleContractValues],
  ] as const)('passes the schema of the contract for %s', (documentType, values) => {
    const signing = SignDocument.parse(signingOf({ id }, firstAgreements[documentType], values))
    expect(signing).toMatchObject({ documentType, documentId: id })
    const sent = { ...values, digitalSignature: '/s/ Dana Whitfield' }
    expect(signing.signatureData).toEqual(sent)
    expect(signatureDataOf(firstAgreements[documentType]).parse(signing.signatureData)).toEqual(sent)
  })

  test('contains a signature of the longest name that is accepted', () => {
    const name = 'n'.repeat(200)
    const signing = signingOf({ id }, firstAgreements.nda, { ...exampleNdaValues, signerName: name })
    expect(SignDocument.safeParse(signing).success).toBe(true)
    expect(signatureOf(name)).toHaveLength(200)
  })
})

test('the values of a signature are read back, and text that is not JSON contains none', () => {
  expect(signedValues(JSON.stringify(exampleNdaValues))).toEqual(exampleNdaValues)
  expect(signedValues(null)).toEqual({})
  expect(signedValues('signed on paper')).toEqual({})
})
