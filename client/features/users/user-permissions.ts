import { type Role, roles } from '#contract/users/roles.ts'
import type { AdminUser } from '#contract/users/users.ts'

type Me = { id: string; role: Role }

/** The roles that a member of staff can give, and why one is missing. */
export const grantableRoles = (me: Me): { roles: readonly Role[]; why?: string } =>
  me.role === 'admin'
    ? { roles }
    : { roles: roles.filter((role) => role !== 'admin'), why: 'Only admins can grant the admin role.' }

/** Why a member of staff cannot change a user's role, in the words of the server; undefined where they can. */
export const whyNotChangeRole = (me: Me, user: Pick<AdminUser, 'id' | 'role'>): string | undefined => {
  // So at least one admin remains.
  if (user.id === me.id) return 'You cannot change your own role.'
  if (user.role === 'admin' && me.role !== 'admin') return 'Only admins can change the role of an admin.'
}

/** Why an admin cannot disable a user; undefined where they can. */
export const whyNotDisable = (me: Me, user: Pick<AdminUser, 'id'>): string | undefined =>
  user.id === me.id ? 'You cannot disable your own account.' : undefined
