import { describe, expect, test } from 'vitest'
import { appendixAFields } from '#contract/partners/appendix-a-fields.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { hasTerms, termGroups, writtenTerm } from './appendix-a-terms.ts'

const terms = termGroups.flatMap((group) => group.terms)
const term = (name: string) => {
  const found = terms.find((one) => one.name === name)
  if (!found) throw new Error(`there is no term ${name}`)
  return found
}

test('every term of a profile is in exactly one group', () => {
  expect(terms.map(({ name }) => name).sort()).toEqual([...appendixAFields].sort())
  expect(termGroups.every((group) => group.terms.length > 0)).toBe(true)
})

describe('a profile', () => {
  const nothing = Object.fromEntries(appendixAFields.map((name) => [name, null])) as unknown as PartnerProfile

  test.each(['partnershipDate', 'eventName', 'paymentAmount'])(
    'with %s has terms of an agreement',
    (name) => {
      expect(hasTerms({ ...nothing, [name]: 'given' })).toBe(true)
    },
  )

  test('without a date, an event or a payment has no terms of an agreement', () => {
    expect(hasTerms(nothing)).toBe(false)
    expect(hasTerms(Object.assign(nothing, { territory: 'Mobile', jurisdiction: 'Alabama' }))).toBe(false)
  })
})

test.each([
  ['partnershipDate', '2027-03-01', 'Mar 1, 2027'],
  ['partnershipDate', 'soon', 'soon'],
  ['paymentAmount', '12500', '$12,500'],
  ['paymentAmount', '$12,500 in two parts', '$12,500 in two parts'],
  ['depositPercentage', '50', '50%'],
  ['paymentDays', '1', '1 day'],
  ['expectedGuests', '1250', '1,250 guests'],
  ['setupDetails', 'Doors at 5\nStaff at 4', 'Doors at 5\nStaff at 4'],
  ['territory', null, null],
])('the term %s with the value %j is shown as %j', (name, value, written) => {
  expect(writtenTerm(term(name), value)).toBe(written)
})
