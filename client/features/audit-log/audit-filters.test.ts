import { expect, test } from 'vitest'
import { shownKind } from './audit-filters.tsx'

test('changes are shown until a kind, a person, an action or an item is chosen', () => {
  const none = { person: '', action: '', subject: '' }
  expect(shownKind('', none)).toBe('change')
  expect(shownKind('nothing', none)).toBe('change')
  expect(shownKind('sign_in', none)).toBe('sign_in')
  expect(shownKind('', { ...none, person: 'p' })).toBe('all')
  expect(shownKind('', { ...none, subject: 's' })).toBe('all')
  expect(shownKind('', { ...none, action: 'session.signed_in' })).toBe('all')
  expect(shownKind('change', { ...none, person: 'p' })).toBe('change')
})
