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
  /** There while a member of staff views the portal as this user: who it is, which partner, and until when. */
  viewing: z
    .strictObject({
      by: z.strictObject({
        id,
        firstName: z.string().nullable(),
        lastName: z.string().nullable(),
        email: z.string(),
      }),
      partner: z.strictObject({ id, fullName: z.string(), businessName: z.string() }),
      until: z.iso.datetime(),
    })
    .optional(),
})
export type CurrentUser = z.output<typeof CurrentUser>

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'signed-in',
  summary: 'The user who is signed in',
  answers: { 200: CurrentUser },
})
