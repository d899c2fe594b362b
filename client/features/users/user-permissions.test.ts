import { expect, test } from 'vitest'
import { canEndSessions, grantableRoles, whyNotChangeRole, whyNotDisable } from './user-permissions.ts'

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

test('users cannot disable their own account, and nobody can disable an erased user', () => {
  const erasedAt = '2026-11-20T12:00:00.000Z'
  expect(whyNotDisable(admin, { ...admin, erasedAt: null })).toBe('You cannot disable your own account.')
  expect(whyNotDisable(admin, { id: 'b', erasedAt: null })).toBeUndefined()
  expect(whyNotDisable(admin, { id: 'b', erasedAt })).toBe('This user has been erased.')
  expect(whyNotDisable(support, { id: 'b', erasedAt: null })).toBe('Only admins can disable users.')
})

test('support ends the sessions of partners, admins those of all others', () => {
  expect([admin, support, partner].map((user) => canEndSessions(admin, user))).toEqual([false, true, true])
  expect([admin, { ...support, id: 't' }, partner].map((user) => canEndSessions(support, user))).toEqual([
    false,
    false,
    true,
  ])
})
