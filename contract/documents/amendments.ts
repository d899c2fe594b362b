import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, isoDate, partnerParams, requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { maxAmendedAgreements, waitingAmendmentStates } from './amendment-terms.ts'
import { PartnerDocument } from './documents.ts'

/**
 * The signed agreements that keep a former name of the partner and are in no amendment that waits for a signature, and the amendments that
 * are not signed by both sides.
 */
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
    }),
  ),
  waiting: z.array(z.strictObject({ id, state: z.enum(waitingAmendmentStates) })),
})
export type FormerlyNamed = z.input<typeof FormerlyNamed>

export const listFormerlyNamed = endpoint('GET', '/api/admin/partners/:partnerId/amendments', {
  access: 'staff',
  byToken: true,
  summary:
    'The signed agreements in force that keep a former business name of the partner, and the amendments that are not signed by both',
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
})
export type PrepareAmendment = z.output<typeof PrepareAmendment>

export const prepareAmendment = endpoint('POST', '/api/admin/partners/:partnerId/amendments', {
  access: 'staff',
  summary:
    "Gives a partner an amendment to sign, which puts their business name into signed agreements that keep a former one, and deletes amendments that are out of date; 409 when one of the agreements doesn't, or is in an amendment that waits, or the name has changed since",
  params: partnerParams,
  body: PrepareAmendment,
  responses: { 201: PartnerDocument },
})
