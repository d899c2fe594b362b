import type { Role } from '#contract/users/roles.ts'

/** Whether an actor may grant a role. Only admins grant the admin role. */
export const canGrant = (actor: { role: Role }, role: Role) => actor.role === 'admin' || role !== 'admin'

/** Whether an actor may change a user's role. Only admins change an admin's role. */
export const canTake = (actor: { role: Role }, user: { role: Role }) =>
  actor.role === 'admin' || user.role !== 'admin'

/** Whether a user has the account of `ADMIN_EMAIL`, ignoring case. */
export const isConfiguredAdmin = (user: { email: string }, adminEmail: string | undefined) =>
  adminEmail !== undefined && user.email.toLowerCase() === adminEmail.toLowerCase()
