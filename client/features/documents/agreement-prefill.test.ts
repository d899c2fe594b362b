import { describe, expect, test } from 'vitest'
import { agreementFields } from '#contract/documents/agreements/agreement.ts'
import { agreementForms } from '#contract/documents/agreements/agreement-forms.ts'
import { exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { appendixAFields } from '#contract/partners/appendix-a-fields.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { agreementStart } from './agreement-prefill.ts'

const noTerms = Object.fromEntries(appendixAFields.map((name) => [name, null]))
const profile = {
  ...noTerms,
  fullName: 'Dana Whitfield',
  businessName: 'Harborview Hall',
  onboardingStatus: 'documents',
} as PartnerProfile
const now = '2026-11-20'

const document = (part: Partial<PartnerDocument>) =>
  ({ status: 'pending', appendixA: null, evidence: null, signatureData: null, ...part }) as PartnerDocument
const nda = document({ id: 'nda', documentType: 'nda' })
const contract = document({ id: 'contract', documentType: 'venue_partnership_agreement' })
const both = [nda, contract]
const forms = { nda: agreementForms.nda, contract: agreementForms.venue_partnership_agreement }

describe('an agreement begins', () => {
  test('with the values of the profile and the current date', () => {
    expect(agreementStart(nda, forms.nda, profile, both, now)).toEqual({
      agreed: {},
      prefill: {
        ndaDate: '2026-11-20',
        recipientCompany: 'Harborview Hall',
        signerName: 'Dana Whitfield',
        signerTitle: '',
        signatureDate: '2026-11-20',
        venue: '',
      },
    })
    const { prefill } = agreementStart(contract, forms.contract, profile, both, now)
    const names = agreementFields<string>(agreementForms.venue_partnership_agreement).map(({ name }) => name)
    expect(Object.keys(prefill)).toEqual(names)
    expect(prefill).toMatchObject({
      partnershipDate: '2026-11-20',
      recipientCompany: 'Harborview Hall',
      partnershipSignerName: 'Dana Whitfield',
      partnershipSignatureDate: '2026-11-20',
      eventName: '',
    })
  })

  test('with the values of the signed agreement that it replaces, except for the dates', () => {
    const signed = document({
      ...{ id: 'former', documentType: 'nda', status: 'signed', signedAt: '2025-01-02T10:00:00.000Z' },
      evidence: {} as PartnerDocument['evidence'],
      signatureData: JSON.stringify({ ...exampleNdaValues, venue: 'Pier 4', ndaDate: '2025-01-02' }),
    })
    const startOf = (changes: Partial<PartnerDocument>) =>
      agreementStart({ ...nda, ...changes }, forms.nda, profile, [signed, nda], now).prefill
    expect(startOf({ replacesEarlier: true })).toMatchObject({
      venue: 'Pier 4',
      ndaDate: now,
      signatureDate: now,
    })
    expect(startOf({ replacesEarlier: false }).venue).toBe('')
  })

  test('with the terms that staff entered, which are not fields any more', () => {
    const entered = {
      ...profile,
      eventName: 'Spring Weekend',
      collateralDays: 'about 3',
      paymentAmount: '$9,000',
    }
    const { agreed, prefill } = agreementStart(contract, forms.contract, entered, both, now)
    expect(agreed).toEqual({ eventName: 'Spring Weekend', collateralDays: 'about 3', paymentAmount: '9000' })
    expect(prefill).not.toHaveProperty('collateralDays')
    const own = { ...contract, appendixA: { eventName: 'Second Weekend', territory: ' ' } }
    expect(agreementStart(own, forms.contract, entered, both, now).agreed).toEqual({
      eventName: 'Second Weekend',
    })
  })

  test('with the name of the expected signer as a proposal only', () => {
    const proposed = { partnershipSignerName: 'Robin Vale', partnershipSignerTitle: 'Owner' }
    const entered = { ...profile, ...proposed, partnershipSignatureDate: '2026-10-01' }
    const { agreed, prefill } = agreementStart(contract, forms.contract, entered, both, now)
    expect(agreed).toEqual({})
    expect(prefill).toMatchObject({ ...proposed, partnershipSignatureDate: '2026-11-20' })
  })

  test('without the terms of the profile if it is a further contract, whichever is signed first', () => {
    const entered = { ...profile, eventName: 'Spring Weekend' }
    const second = { ...contract, id: 'second' }
    expect(agreementStart(second, forms.contract, entered, [...both, second], now).agreed).toEqual({})
    const signed = { ...second, status: 'signed' as const }
    expect(agreementStart(contract, forms.contract, entered, [...both, signed], now).agreed).toEqual({
      eventName: 'Spring Weekend',
    })
  })

  test('with name, title and company of the agreement that was signed before', () => {
    const evidence = {} as PartnerDocument['evidence']
    const signatureData = JSON.stringify({ ...exampleNdaValues, signerName: 'D. Whitfield' })
    const signed = { ...nda, status: 'signed' as const, evidence, signatureData }
    expect(agreementStart(contract, forms.contract, profile, [signed, contract], now).prefill).toMatchObject({
      partnershipSignerName: 'D. Whitfield',
      partnershipSignerTitle: 'General Manager',
      recipientCompany: 'Harborview Hall LLC',
    })
  })
})
