import type { Role } from '#contract/users/roles.ts'

/** Only an admin grants the admin role. */
export const canGrant = (actor: { role: Role }, role: Role) => actor.role === 'admin' || role !== 'admin'

/** Only an admin changes an admin's role. */
export const canTake = (actor: { role: Role }, user: { role: Role }) =>
  actor.role === 'admin' || user.role !== 'admin'

/** The account of `ADMIN_EMAIL`, ignoring case. */
export const isConfiguredAdmin = (user: { email: string }, adminEmail: string | undefined) =>
  adminEmail !== undefined && user.email.toLowerCase() === adminEmail.toLowerCase()
