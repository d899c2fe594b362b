import type { Role } from '#contract/users/roles.ts'

/** Only an admin makes somebody an admin. */
export const canGrant = (actor: { role: Role }, role: Role) => actor.role === 'admin' || role !== 'admin'

/** Only an admin gives an admin another role. */
export const canTake = (actor: { role: Role }, user: { role: Role }) =>
  actor.role === 'admin' || user.role !== 'admin'

/** The account that the settings keep an admin: comparing is without case. */
export const isConfiguredAdmin = (user: { email: string }, adminEmail: string | undefined) =>
  adminEmail !== undefined && user.email.toLowerCase() === adminEmail.toLowerCase()
