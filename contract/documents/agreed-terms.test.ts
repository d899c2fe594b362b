import { describe, expect, test } from 'vitest'
import { agreedValue, valueForField } from './agreed-terms.ts'
import { type AgreementField, agreementFields } from './agreements/agreement.ts'
import { agreementForms } from './agreements/agreement-forms.ts'

const field = (name: string): AgreementField => {
  const fields = agreementFields<string>(agreementForms.venue_partnership_agreement)
  const found = fields.find((candidate) => candidate.name === name)
  if (!found) throw new Error(`no field ${name}`)
  return found
}

describe('a term that staff entered as free text', () => {
  test.each([
    ['paymentAmount', '$12,500', '12500'],
    ['paymentAmount', '$ 12,500.50', '12500.50'],
    ['depositPercentage', '50%', '50'],
    ['collateralDays', '14 days', '14'],
    ['expectedGuests', '1,250 guests', '1250'],
    ['partnershipDate', '2026-12-01', '2026-12-01'],
    ['eventDates', ' April 17 and 18 ', 'April 17 and 18'],
  ])('for %s, %j, is read as %j', (name, term, value) => {
    expect(valueForField(field(name), term)).toBe(value)
  })

  test.each([
    ['collateralDays', '2 to 3 days'],
    ['paymentAmount', 'to be agreed'],
    ['partnershipDate', 'December 1'],
    ['partnershipDate', '2026-02-30'],
  ])('for %s, %j, does not fit the field and is unchanged in the agreement', (name, term) => {
    expect(valueForField(field(name), term)).toBe('')
    expect(agreedValue(field(name), term)).toBe(term)
  })
})
