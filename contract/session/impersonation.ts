import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, partnerParams } from '../fields.ts'

/** The message of every write that is refused during an impersonation. */
export const impersonationMessage = "You're viewing the portal as a partner, so you can't change anything."

/** The message of a write after the impersonation has ended, until the browser has fetched the session again. */
export const impersonationEndedMessage =
  'Viewing the portal as a partner has ended. Reload to continue as yourself.'

/** The maximum duration of an impersonation. */
export const impersonationMinutes = 60

export const startImpersonation = endpoint('POST', '/api/admin/partners/:partnerId/view', {
  access: 'staff',
  summary:
    'Starts viewing as a person of a partner, by default the owner: for up to an hour, this session sees what the person sees and cannot change anything; 409 for a profile of staff',
  params: partnerParams,
  body: z.strictObject({ userId: id.optional() }).optional(),
  responses: { 204: z.void() },
})

export const stopImpersonation = endpoint('POST', '/api/view-as-partner/stop', {
  access: 'signed-in',
  allowedWhileImpersonating: true,
  summary: 'Stops viewing as a partner; does nothing in a session that is not',
  responses: { 204: z.void() },
})
