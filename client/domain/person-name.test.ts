import { expect, test } from 'vitest'
import { personName } from './person-name.ts'

test.each([
  [{ firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }, 'Ann Lee'],
  [{ firstName: 'Ann', lastName: null, email: 'ann@example.com' }, 'Ann'],
  [{ firstName: null, lastName: null, email: 'ann@example.com' }, 'ann@example.com'],
  [null, 'Someone who is no longer here'],
])('%j is called %j', (person, name) => {
  expect(personName(person)).toBe(name)
})
