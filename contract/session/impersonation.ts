import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { partnerParams } from '../fields.ts'

/** The message of every write that is refused during an impersonation. */
export const impersonationMessage = 'You are viewing the portal as a partner: nothing can be changed.'

/** The message of a write after the impersonation has ended, until the browser has fetched the session again. */
export const impersonationEndedMessage =
  'Viewing the portal as a partner has ended. Reload to continue as yourself.'

/** The maximum duration of an impersonation. */
export const impersonationMinutes = 60

export const startImpersonation = endpoint('POST', '/api/admin/partners/:partnerId/view', {
  access: 'staff',
  summary:
    'From now on this session reads the portal as the partner does, and can write nothing, for an hour at most; 409 for a profile of staff',
  params: partnerParams,
  responses: { 204: z.void() },
})

export const stopImpersonation = endpoint('POST', '/api/view-as-partner/stop', {
  access: 'signed-in',
  allowedWhileImpersonating: true,
  summary: 'Ends the impersonation; does nothing in a session without one',
  responses: { 204: z.void() },
})
