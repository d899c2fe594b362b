import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, isoDate, partnerParams, requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { maxAmendedAgreements } from './amendment-terms.ts'
import { PartnerDocument } from './documents.ts'

/** The signed agreements that keep a former name of the partner, and the amendments of the name that wait for a signature. */
export const FormerlyNamed = z.strictObject({
  businessName: z.string(),
  /** At most `maxAmendedAgreements` agreements, earliest signature first. */
  agreements: z.array(
    z.strictObject({
      id,
      documentName: z.string(),
      signedAt: isoDate,
      /** The name of the partner in the agreement or, if it was amended before, in the last amendment. */
      partnerName: z.string(),
      /** The amendment of this agreement that waits for a signature; null if there is none. */
      amendmentId: id.nullable(),
    }),
  ),
  waiting: z.array(
    z.strictObject({
      id,
      waitsFor: z.enum(['partner', 'company']),
      isDeclined: z.boolean(),
      /** Whether the business name has changed since the amendment was prepared. */
      isOutdated: z.boolean(),
    }),
  ),
})
export type FormerlyNamed = z.input<typeof FormerlyNamed>

export const listFormerlyNamed = endpoint('GET', '/api/admin/partners/:partnerId/amendments', {
  access: 'staff',
  byToken: true,
  summary:
    'The signed agreements in force that keep a former business name of the partner, and the amendments that wait for a signature',
  params: partnerParams,
  responses: { 200: FormerlyNamed },
})

export const PrepareAmendment = z.strictObject({
  documentIds: z
    .array(id.toLowerCase(), { error: 'Choose at least one agreement' })
    .min(1, 'Choose at least one agreement')
    .max(maxAmendedAgreements, `Choose at most ${maxAmendedAgreements} agreements`),
  /** The business name that the caller has seen. If the partner has another name by now, the response is 409. */
  businessName: requiredText(limits.name, 'A name is required'),
  /** The unsigned amendment that the new one replaces. */
  replaces: id.optional(),
})
export type PrepareAmendment = z.output<typeof PrepareAmendment>

export const prepareAmendment = endpoint('POST', '/api/admin/partners/:partnerId/amendments', {
  access: 'staff',
  summary:
    "Gives a partner an amendment to sign, which puts their business name into signed agreements that keep a former one; 409 when one of them doesn't, or is in another amendment that waits, or the name has changed since",
  params: partnerParams,
  body: PrepareAmendment,
  responses: { 201: PartnerDocument },
})
