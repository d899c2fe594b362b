import { endpoint } from '../endpoint.ts'
import { idParams } from '../fields.ts'

export const getDocumentText = endpoint('GET', '/api/partner/documents/:id/text', {
  access: 'signed-in',
  byToken: true,
  // Each download is recorded in the audit log.
  cost: 'export',
  summary: 'The agreement as signed, with its signature block, as a text file',
  params: idParams,
  responses: {},
})

export const getUnsignedText = endpoint('GET', '/api/partner/documents/:id/unsigned-text', {
  access: 'signed-in',
  byToken: true,
  cost: 'export',
  summary:
    'An agreement that is to be signed, with its agreed terms and marked as not signed, as a text file',
  params: idParams,
  responses: {},
})
