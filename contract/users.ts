import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { roles } from './roles.ts'

export const Role = z.enum(roles)

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
