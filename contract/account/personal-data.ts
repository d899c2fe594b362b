import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const getOwnData = endpoint('GET', '/api/account/data', {
  access: 'signed-in',
  cost: 'export',
  stepUp: true,
  summary:
    'What the portal stores about the caller, as a zip archive of JSON and files; 403 while viewing as a partner',
  query: z.strictObject({}),
  responses: {},
})
