import { expect, test } from 'vitest'
import { grantableRoles, whyNotChangeRole, whyNotDisable } from './user-permissions.ts'

const admin = { id: 'a', role: 'admin' } as const
const support = { id: 's', role: 'support' } as const
const partner = { id: 'p', role: 'user' } as const

test('support can give every role except admin, and sees the reason', () => {
  expect(grantableRoles(support)).toEqual({
    roles: ['user', 'support'],
    why: 'Only admins can grant the admin role.',
  })
  expect(grantableRoles(admin)).toEqual({ roles: ['user', 'support', 'admin'] })
})

test.each([
  [admin, admin, 'You cannot change your own role.'],
  [support, support, 'You cannot change your own role.'],
  [support, admin, 'Only admins can change the role of an admin.'],
  [support, partner, undefined],
  [admin, support, undefined],
  [admin, { id: 'b', role: 'admin' }, undefined],
] as const)('%j and the role of %j: %s', (me, user, why) => {
  expect(whyNotChangeRole(me, user)).toBe(why)
})

test('a user cannot disable their own account', () => {
  expect(whyNotDisable(admin, admin)).toBe('You cannot disable your own account.')
  expect(whyNotDisable(admin, { id: 'b' })).toBeUndefined()
})
