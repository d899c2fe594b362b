import { type Role, roles } from '#contract/users/roles.ts'
import type { AdminUser } from '#contract/users/users.ts'

type Me = { id: string; role: Role }

/** Which roles a member of staff can give to somebody new, and why not all of them. */
export const grantableRoles = (me: Me): { roles: readonly Role[]; why?: string } =>
  me.role === 'admin'
    ? { roles }
    : { roles: roles.filter((role) => role !== 'admin'), why: 'Only an admin can make somebody an admin.' }

/** Why a member of staff cannot change a user's role; undefined where they can. The server's own words. */
export const whyNotChangeRole = (me: Me, user: Pick<AdminUser, 'id' | 'role'>): string | undefined => {
  // So there is always an admin left: the one who acts.
  if (user.id === me.id) return 'You cannot change your own role.'
  if (user.role === 'admin' && me.role !== 'admin') return 'Only an admin can change the role of an admin.'
}

/** Why an admin cannot keep a user out; undefined where they can. */
export const whyNotDisable = (me: Me, user: Pick<AdminUser, 'id'>): string | undefined =>
  user.id === me.id ? 'You cannot disable yourself.' : undefined
