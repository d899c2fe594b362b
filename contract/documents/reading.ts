import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams, requiredText } from '../fields.ts'

export const readingSteps = ['opened', 'read_to_end'] as const
export type ReadingStep = (typeof readingSteps)[number]

export const recordReading = endpoint('POST', '/api/partner/documents/:id/reading', {
  access: 'signed-in',
  inBackground: true,
  summary:
    'Records that the partner has opened an agreement to sign it, or has read it to the end; does nothing once it is signed',
  params: idParams,
  body: z.strictObject({
    step: z.enum(readingSteps),
    agreementVersion: requiredText(40, 'A version is required'),
  }),
  responses: { 204: z.void() },
})
