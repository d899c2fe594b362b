import { isStaff, type Role, roles } from '#contract/users/roles.ts'
import type { AdminUser } from '#contract/users/users.ts'

type Me = { id: string; role: Role }

/** The roles that a member of staff can give, and why one is missing. */
export const grantableRoles = (me: Me): { roles: readonly Role[]; why?: string } =>
  me.role === 'admin'
    ? { roles }
    : { roles: roles.filter((role) => role !== 'admin'), why: 'Only admins can grant the admin role.' }

/** Returns why a member of staff cannot change a user's role, in the words of the server; undefined if they can. */
export const whyNotChangeRole = (me: Me, user: Pick<AdminUser, 'id' | 'role'>): string | undefined => {
  // With this rule, at least one admin always remains.
  if (user.id === me.id) return 'You cannot change your own role.'
  if (user.role === 'admin' && me.role !== 'admin') return 'Only admins can change the role of an admin.'
}

/** Returns why a member of staff cannot change a user's names and email; undefined if they can. */
export const whyNotEdit = (me: Me, user: Pick<AdminUser, 'role' | 'erasedAt'>): string | undefined => {
  if (user.role === 'admin' && me.role !== 'admin') return 'Only admins can change an admin.'
  return user.erasedAt ? 'This user has been erased.' : undefined
}

/** Returns why a member of staff cannot disable or erase a user; undefined if they can. */
export const whyNotDisable = (me: Me, user: Pick<AdminUser, 'id' | 'erasedAt'>): string | undefined => {
  if (me.role !== 'admin') return 'Only admins can disable users.'
  if (user.id === me.id) return 'You cannot disable your own account.'
  return user.erasedAt ? 'This user has been erased.' : undefined
}

/** Returns whether a member of staff can end all sessions of a user from the list. They end their own sessions in their account. */
export const canEndSessions = (me: Me, user: Pick<AdminUser, 'id' | 'role'>) =>
  user.id !== me.id && (me.role === 'admin' || user.role === 'user')

/** Returns whether a member of staff can hand over what a user is responsible for. */
export const canHandOver = (me: Me, user: Pick<AdminUser, 'role'>) =>
  isStaff(user.role) && (me.role === 'admin' || user.role !== 'admin')
