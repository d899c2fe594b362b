import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDay, expectedUpdatedAt, idParams, WithReason } from '../fields.ts'
import { PartnerDocument } from './documents.ts'
import { endsAfterItBegins, endsBeforeItBegins } from './life-dates.ts'

export const declineDocument = endpoint('POST', '/api/partner/documents/:id/decline', {
  access: 'signed-in',
  summary:
    "Declines one of the caller's own agreements, with a reason for staff; it can still be signed. 409 when it is already signed or declined",
  params: idParams,
  body: WithReason,
  responses: { 200: PartnerDocument },
})

export const voidDocument = endpoint('POST', '/api/admin/documents/:id/void', {
  access: 'admin',
  summary:
    'Voids a signed agreement, with a reason for its partner; its file stays. 409 when it is not signed or already voided',
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
    'Sets the first and last day on which an agreement is in effect, signed or not; 409 when it is voided',
  params: idParams,
  body: ChangeDates,
  responses: { 200: PartnerDocument },
})
