import type { Role } from '#contract/users/roles.ts'

/** How each role is called on the screen. */
export const roleLabels: Record<Role, string> = { user: 'User', support: 'Support', admin: 'Admin' }
