import { expect, test } from 'vitest'
import { initials, personName, splitName } from './person-name.ts'

test.each([
  [{ firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }, 'Ann Lee'],
  [{ firstName: ' Ann ', lastName: null, email: 'ann@example.com' }, 'Ann'],
  [{ firstName: null, lastName: null, email: 'ann@example.com' }, 'ann@example.com'],
  [{ firstName: null, lastName: 'Lee', email: 'ann@example.com' }, 'Lee'],
  [{ firstName: ' ', lastName: '', email: 'ann@example.com' }, 'ann@example.com'],
  [{ firstName: null, lastName: null, fullName: 'Ann Reed', email: 'ann@example.com' }, 'Ann Reed'],
  [{ firstName: 'Ann', lastName: null, fullName: 'Bea Reed', email: 'ann@example.com' }, 'Ann'],
  [{ firstName: null, lastName: null, fullName: null, email: '' }, 'Partner'],
  [null, 'Deleted user'],
])('%j is shown as %j', (person, name) => {
  expect(personName(person)).toBe(name)
})

test.each([
  ['Dana van Whitfield', 'DW'],
  ['  dana   whitfield ', 'DW'],
  ['Cher', 'C'],
  ['𝒜da Łuk', '𝒜Ł'],
  [' ', 'U'],
])('%j has the initials %s', (name, letters) => {
  expect(initials(splitName(name))).toBe(letters)
})

test('without a name, the initial is the first letter of the email address', () => {
  expect(initials({ firstName: null, lastName: null, email: 'ann@example.com' })).toBe('A')
  expect(initials({ firstName: null, lastName: null, fullName: 'Ann M. Reed', email: 'x@example.com' })).toBe(
    'AR',
  )
  expect(initials({ firstName: 'Élodie', lastName: null, email: 'ann@example.com' })).toBe('É')
})
