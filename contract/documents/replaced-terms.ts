import { z } from 'zod'
import { typeParams } from '../agreement-types.ts'
import { audienceQuery } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'
import { paging } from '../paging.ts'

/** The terms that a partner's new agreement takes over from the agreement that it replaces. */
export const ReplacedTerms = z.strictObject({
  partner: z.strictObject({ id, fullName: z.string(), businessName: z.string() }),
  /** The agreement that is replaced; null if the partner has signed none. */
  documentId: id.nullable(),
  /** The agreed terms of that agreement, as staff would enter them. */
  terms: z.record(z.string(), z.string()),
})
export type ReplacedTerms = z.input<typeof ReplacedTerms>

export const listReplacedTerms = endpoint('GET', '/api/admin/agreement-types/:type/replaced-terms', {
  access: 'staff',
  byToken: true,
  summary:
    'The partners in an audience, by name, each with the terms that a new agreement would keep from the one that it replaces',
  params: typeParams,
  query: z.strictObject({ ...audienceQuery, ...paging }),
  responses: { 200: z.array(ReplacedTerms) },
})
