import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDay, expectedUpdatedAt, idParams, WithReason } from '../fields.ts'
import { PartnerDocument } from './documents.ts'
import { endsAfterItBegins, endsBeforeItBegins } from './life-fields.ts'

export const declineDocument = endpoint('POST', '/api/partner/documents/:id/decline', {
  access: 'signed-in',
  summary:
    "Declines one of the caller's own agreements with a reason that staff read; it can still be signed. 409 when it is signed or declined",
  params: idParams,
  body: WithReason,
  responses: { 200: PartnerDocument },
})

export const voidDocument = endpoint('POST', '/api/admin/documents/:id/void', {
  access: 'admin',
  summary:
    'Voids a signed agreement with a reason that its partner reads; its file stays. 409 when it is not signed, or voided already',
  params: idParams,
  body: WithReason,
  responses: { 200: PartnerDocument },
})

export const ChangeDates = z
  .strictObject({
    effectiveOn: calendarDay.nullable(),
    endsOn: calendarDay.nullable(),
    ...expectedUpdatedAt,
  })
  .refine(endsAfterItBegins, endsBeforeItBegins)
export type ChangeDates = z.output<typeof ChangeDates>

export const changeDates = endpoint('PUT', '/api/admin/documents/:id/dates', {
  access: 'staff',
  summary:
    'Sets from which day an agreement is in effect and which day is its last, signed or not; 409 when it is voided',
  params: idParams,
  body: ChangeDates,
  responses: { 200: PartnerDocument },
})
