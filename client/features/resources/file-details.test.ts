import { expect, test } from 'vitest'
import { audienceLabel } from './file-details.tsx'

test('an audience is named by its group, by how many partners it has, or by both', () => {
  expect(audienceLabel({ assignedGroup: 'Gulf Coast Venues', assignedPartnerIds: [] })).toBe(
    'Gulf Coast Venues',
  )
  expect(audienceLabel({ assignedGroup: null, assignedPartnerIds: ['a'] })).toBe('1 partner')
  expect(audienceLabel({ assignedGroup: 'Studios', assignedPartnerIds: ['a', 'b'] })).toBe(
    'Studios and 2 partners',
  )
})

test('partners see no audience, and staff see none for everyone', () => {
  expect(audienceLabel({ assignedGroup: null, assignedPartnerIds: [] })).toBeNull()
  expect(audienceLabel({})).toBeNull()
})
