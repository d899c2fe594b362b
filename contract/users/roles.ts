/** Without Zod, so that the page for visitors does not load it. */
export const roles = ['user', 'support', 'admin'] as const
export type Role = (typeof roles)[number]

/** The roles of staff; every other signed-in user is a partner. */
export const isStaff = (role: Role) => role !== 'user'

export const roleLabels: Record<Role, string> = { user: 'User', support: 'Support', admin: 'Admin' }
