import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const Portal = z.strictObject({
  /** Who runs the portal: the other party of every agreement. */
  companyName: z.string(),
})
export type Portal = z.input<typeof Portal>

export const getPortal = endpoint({
  method: 'GET',
  path: '/api/portal',
  access: 'signed-in',
  summary: 'What screens have to know of the settings',
  answers: { 200: Portal },
})
