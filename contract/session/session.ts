import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'
import { partnerRoles } from '../partners/labels.ts'
import { Role } from '../users/users.ts'

export const CurrentUser = z.strictObject({
  id,
  role: Role,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  email: z.string(),
  /** The full name in the partner profile that the user owns, if they own one. It is shown if first and last name are missing. */
  fullName: z.string().optional(),
  /** The partners that the user belongs to, the one that they own first. */
  partners: z.array(
    z.strictObject({
      id,
      businessName: z.string(),
      role: z.enum(partnerRoles),
      canSign: z.boolean(),
      /** The id of the user among the people of the partner. */
      memberId: id,
      /** Whether other people belong to the partner, too. */
      hasOtherMembers: z.boolean(),
    }),
  ),
  /** The one of them that the user acts for; null without one. */
  partnerId: id.nullable(),
  /** Whether the user may create a partner profile of their own. Somebody whom only an owner has invited may not. */
  mayCreateProfile: z.boolean(),
  /** Set while a member of staff views the portal as this user: the staff member, the partner, and until when. */
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
  /** Set for staff who must have a passkey, until a passkey or a recovery code is used in this session. */
  passkey: z
    .strictObject({
      /** Whether the user has a passkey and only has to use it. */
      isRegistered: z.boolean(),
      /** Whether the user cannot do anything else until then. */
      isRequired: z.boolean(),
      requiredFrom: z.iso.datetime(),
    })
    .optional(),
})
export type CurrentUser = z.output<typeof CurrentUser>

export const getCurrentUser = endpoint('GET', '/api/auth/user', {
  access: 'any-session',
  summary: 'The user who is signed in',
  responses: { 200: CurrentUser },
})

export const Portal = z.strictObject({
  /** The company that runs the portal, which is the other party of every agreement. */
  companyName: z.string(),
})
export type Portal = z.input<typeof Portal>

export const getPortal = endpoint('GET', '/api/portal', {
  access: 'signed-in',
  summary: 'The settings that screens need',
  responses: { 200: Portal },
})
