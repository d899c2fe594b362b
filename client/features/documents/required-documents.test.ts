import { expect, test } from 'vitest'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { requiredDocuments, signedCount } from './required-documents.ts'

const document = (
  id: string,
  documentType: PartnerDocument['documentType'],
  status: PartnerDocument['status'],
) => ({ id, documentType, status }) as PartnerDocument

const nda = document('nda', 'nda', 'signed')
const first = document('first', 'venue_partnership_agreement', 'pending')
const second = document('second', 'venue_partnership_agreement', 'pending')

test('onboarding requires the oldest agreement of each type, the NDA first', () => {
  expect(requiredDocuments([first, second, nda])).toEqual([nda, first])
})

test('of several agreements of one type the signed one counts', () => {
  const signed = { ...second, status: 'signed' as const }
  expect(requiredDocuments([first, signed, nda])).toEqual([nda, signed])
  expect(signedCount([first, signed, nda])).toEqual({ signed: 2, required: 2 })
})

test('two agreements of one type do not count as both required ones', () => {
  const signed = { ...nda, id: 'another' }
  expect(signedCount([nda, signed])).toEqual({ signed: 1, required: 2 })
  expect(signedCount([])).toEqual({ signed: 0, required: 2 })
})
