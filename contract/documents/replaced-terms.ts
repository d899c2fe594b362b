import { z } from 'zod'
import { typeParams } from '../agreement-types.ts'
import { audienceQuery } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'
import { paging } from '../paging.ts'

/** What a partner's new agreement has of the one that it replaces. */
export const ReplacedTerms = z.strictObject({
  partner: z.strictObject({ id, fullName: z.string(), businessName: z.string() }),
  /** The agreement that is replaced; null where the partner has signed none. */
  documentId: id.nullable(),
  /** Its agreed terms, as staff would enter them. */
  terms: z.record(z.string(), z.string()),
})
export type ReplacedTerms = z.input<typeof ReplacedTerms>

export const listReplacedTerms = endpoint('GET', '/api/admin/agreement-types/:type/replaced-terms', {
  access: 'staff',
  byToken: true,
  summary:
    'The partners of an audience, by name, each with the terms that a new agreement of a type takes along from the one that it replaces',
  params: typeParams,
  query: z.strictObject({ ...audienceQuery, ...paging }),
  answers: { 200: z.array(ReplacedTerms) },
})
