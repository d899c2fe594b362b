import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'

export const roles = ['user', 'support', 'admin'] as const
export const Role = z.enum(roles)
export type Role = z.output<typeof Role>

/** Staff are those who run the portal; every other signed-in user is a partner. */
export const isStaff = (role: Role) => role !== 'user'

export const CurrentUser = z.strictObject({
  id,
  role: Role,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  email: z.string(),
})
export type CurrentUser = z.output<typeof CurrentUser>

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'signed-in',
  summary: 'The user who is signed in',
  answers: { 200: CurrentUser },
})
