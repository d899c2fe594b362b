import { expect, test } from 'vitest'
import { audienceOf } from './audience.ts'

test('an audience is named by its group, by how many partners it has, or by both', () => {
  expect(audienceOf({ assignedGroup: 'Gulf Coast Venues', assignedPartnerIds: [] })).toBe('Gulf Coast Venues')
  expect(audienceOf({ assignedGroup: null, assignedPartnerIds: ['a'] })).toBe('1 partner')
  expect(audienceOf({ assignedGroup: 'Studios', assignedPartnerIds: ['a', 'b'] })).toBe(
    'Studios and 2 partners',
  )
})

test('everyone, and what a partner is not told, is silent', () => {
  expect(audienceOf({ assignedGroup: null, assignedPartnerIds: [] })).toBeNull()
  expect(audienceOf({})).toBeNull()
})
