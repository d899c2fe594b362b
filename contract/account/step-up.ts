import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { typedCode } from '../sign-in.ts'

export const signingStepUpHours = 12

/** The message of every request that is refused without a step-up. */
export const stepUpMessage = "Confirm that it's you, and try again."

export const requestStepUpCode = endpoint('POST', '/api/account/step-up/code', {
  access: 'signed-in',
  summary:
    'Emails a code to the user of this session; 409 while only links work for the account, 429 after too many codes',
  body: z.strictObject({
    /** Whether to replace a code that is still valid. */
    renew: z.boolean(),
  }),
  responses: { 202: z.strictObject({ minutes: z.number() }) },
})

export const stepUpByCode = endpoint('POST', '/api/account/step-up', {
  access: 'signed-in',
  summary: 'Confirms with the emailed code that the user of this session is present',
  body: z.strictObject({ code: typedCode }),
  responses: { 204: z.void() },
})
