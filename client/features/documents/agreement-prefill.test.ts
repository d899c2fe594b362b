import { describe, expect, test } from 'vitest'
import { type AgreementField, agreementFields } from '#contract/documents/agreements/agreement.ts'
import { agreementForms } from '#contract/documents/agreements/agreement-forms.ts'
import { appendixAFields, type PartnerProfile } from '#contract/partners/profile.ts'
import { agreementPrefill, valueForField } from './agreement-prefill.ts'

const noTerms = Object.fromEntries(appendixAFields.map((name) => [name, null]))
const profile = { ...noTerms, fullName: 'Dana Whitfield', businessName: 'Harborview Hall' } as PartnerProfile
const now = new Date(2026, 10, 20, 23, 30)

const contract = { documentType: 'venue_partnership_agreement', appendixA: null } as const
const field = (name: string): AgreementField => {
  const fields = agreementFields<string>(agreementForms.venue_partnership_agreement)
  const found = fields.find((candidate) => candidate.name === name)
  if (!found) throw new Error(`no field ${name}`)
  return found
}

describe('the form of an agreement', () => {
  test('begins with the values of the profile and the current date', () => {
    expect(agreementPrefill({ documentType: 'nda', appendixA: null }, profile, now)).toEqual({
      ndaDate: '2026-11-20',
      recipientCompany: 'Harborview Hall',
      signerName: 'Dana Whitfield',
      signerTitle: '',
      signatureDate: '2026-11-20',
      venue: '',
    })
    expect(agreementPrefill(contract, profile, now)).toMatchObject({
      partnershipDate: '2026-11-20',
      recipientCompany: 'Harborview Hall',
      partnershipSignerName: 'Dana Whitfield',
      partnershipSignatureDate: '2026-11-20',
      eventName: '',
    })
  })

  test('begins with a value for each of its fields and no other', () => {
    const names = agreementFields<string>(agreementForms.venue_partnership_agreement).map(({ name }) => name)
    expect(Object.keys(agreementPrefill(contract, profile, now))).toEqual(names)
  })

  test('prefers the terms that staff entered for the document to those of the profile', () => {
    const entered = {
      ...profile,
      eventName: 'Spring Weekend',
      territory: 'Mobile County',
      collateralDays: '21',
    }
    const document = { ...contract, appendixA: { eventName: 'Second Weekend', territory: ' ' } }
    expect(agreementPrefill(document, entered, now)).toMatchObject({
      eventName: 'Second Weekend',
      territory: 'Mobile County',
      collateralDays: '21',
    })
  })
})

describe('a term that staff entered as free text', () => {
  test.each([
    ['paymentAmount', '$12,500', '12500'],
    ['paymentAmount', '$ 12,500.50', '12500.50'],
    ['depositPercentage', '50%', '50'],
    ['collateralDays', '14 days', '14'],
    ['expectedGuests', '1,250 guests', '1250'],
    ['partnershipDate', '2026-12-01', '2026-12-01'],
    ['eventDates', ' April 17 and 18 ', 'April 17 and 18'],
  ])('of %s, %j, is read as %j', (name, term, value) => {
    expect(valueForField(field(name), term)).toBe(value)
  })

  test.each([
    ['collateralDays', '2 to 3 days'],
    ['paymentAmount', 'to be agreed'],
    ['partnershipDate', 'December 1'],
    ['partnershipDate', '2026-02-30'],
  ])('of %s, %j, is left empty for the signer', (name, term) => {
    expect(valueForField(field(name), term)).toBe('')
  })
})
