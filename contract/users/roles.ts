/** The roles of users. This file does without Zod, so that the page for visitors does not load it. */
export const roles = ['user', 'support', 'admin'] as const
export type Role = (typeof roles)[number]

/** Whether a role is one of staff. All other signed-in users are partners. */
export const isStaff = (role: Role) => role !== 'user'

export const roleLabels: Record<Role, string> = { user: 'User', support: 'Support', admin: 'Admin' }
