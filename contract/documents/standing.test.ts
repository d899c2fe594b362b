import { expect, test } from 'vitest'
import { agreementStanding, endOf, utcDay } from './standing.ts'

const pending = { status: 'pending', declinedAt: null, voidedAt: null, endsOn: null } as const
const signed = { ...pending, status: 'signed' } as const
const today = '2026-11-20'

test.each([
  ['pending', pending],
  ['pending', { ...pending, endsOn: '2026-01-01' }],
  ['declined', { ...pending, declinedAt: '2026-11-19T12:00:00.000Z' }],
  ['signed', signed],
  ['signed', { ...signed, endsOn: '2026-11-20' }],
  ['ended', { ...signed, endsOn: '2026-11-19' }],
  ['voided', { ...signed, voidedAt: new Date() }],
  ['voided', { ...signed, voidedAt: new Date(), endsOn: '2026-11-19' }],
])('is %s', (standing, facts) => {
  expect(agreementStanding(facts, today)).toBe(standing)
})

test('ends at the end of its last day in UTC', () => {
  const end = endOf('2026-12-31')
  expect(end.toISOString()).toBe('2027-01-01T00:00:00.000Z')
  const facts = { ...signed, endsOn: '2026-12-31' }
  expect(agreementStanding(facts, utcDay(end.getTime() - 1))).toBe('signed')
  expect(agreementStanding(facts, utcDay(end))).toBe('ended')
})
