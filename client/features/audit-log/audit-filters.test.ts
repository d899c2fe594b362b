import { expect, test } from 'vitest'
import { readFilters } from '#client/lib/list-view.ts'
import { auditFilters } from './audit-filters.tsx'

const kindOf = (query: string) => {
  const asked = new URLSearchParams(query)
  return readFilters(auditFilters, (name) => asked.get(name) ?? '').kind
}

test('changes are shown until a kind, a user, an action or an item is chosen', () => {
  const id = '0c4a5f1e-8f6b-4c39-9f0e-1d2c3b4a5968'
  expect(kindOf('')).toBe('change')
  expect(kindOf('kind=nothing')).toBe('change')
  expect(kindOf('kind=sign_in')).toBe('sign_in')
  expect(kindOf(`person=${id}`)).toBe('all')
  expect(kindOf(`subject=${id}`)).toBe('all')
  expect(kindOf('action=session.signed_in')).toBe('all')
  expect(kindOf('person=p&action=no.action')).toBe('change')
  expect(kindOf(`kind=change&person=${id}`)).toBe('change')
})
