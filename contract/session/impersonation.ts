import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { partnerParams } from '../fields.ts'

/** What every write is answered with meanwhile. */
export const impersonationMessage = 'You are viewing the portal as a partner: nothing can be changed.'

/** What a write is answered with after the hour, until the browser has asked who is signed in. */
export const impersonationEndedMessage =
  'Viewing the portal as a partner has ended. Reload to go on as yourself.'

/** How long it lasts at most. */
export const impersonationMinutes = 60

export const startImpersonation = endpoint({
  method: 'POST',
  path: '/api/admin/partners/:partnerId/view',
  access: 'staff',
  summary:
    'From now on this session reads the portal as the partner does, and can write nothing, for an hour at most',
  params: partnerParams,
  answers: { 204: z.void() },
})

export const stopImpersonation = endpoint({
  method: 'POST',
  path: '/api/view-as-partner/stop',
  access: 'signed-in',
  allowedWhileImpersonating: true,
  summary: 'Ends the impersonation; does nothing in a session without one',
  answers: { 204: z.void() },
})
