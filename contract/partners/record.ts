import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { isoDate, partnerParams, id as uuid } from '../fields.ts'
import { paging } from '../paging.ts'
import { emailStatuses } from './email-status.ts'

const count = z.int().min(0)

export const PartnerSummary = z.strictObject({
  /** When a person of the partner last used the portal, to the minute; null if none ever has. */
  lastSeenAt: isoDate.nullable(),
  /** Whether a person of the partner has the chat open. */
  isPresent: z.boolean(),
  /** When the team last wrote to the partner, called or met them; null if never. */
  lastContactAt: isoDate.nullable(),
  /** When staff last sent a reminder; null if never. */
  remindedAt: isoDate.nullable(),
  /** The reason of a mail server that refused the partner's address permanently; null while it accepts emails. */
  emailRefusal: z.string().nullable(),
  /** Whether the business name has ever changed, so that signed agreements may keep a former one. */
  hasChangedName: z.boolean(),
  agreements: z.strictObject({ signed: count, total: count }),
  agreementsToSign: count,
  /** The number of people of the partner, the owner included. */
  people: count,
  openTasks: count,
  comingActivations: count,
})
export type PartnerSummary = z.input<typeof PartnerSummary>

export const getPartnerSummary = endpoint('GET', '/api/admin/partners/:partnerId/summary', {
  access: 'staff',
  byToken: true,
  summary: "A partner's open items, and when they were last seen and last reminded",
  params: partnerParams,
  responses: { 200: PartnerSummary },
})

export const PartnerEmail = z.strictObject({
  id: uuid,
  type: z.string(),
  subject: z.string(),
  status: z.enum(emailStatuses),
  /** Why the email was not sent. */
  error: z.string().nullable(),
  /** The latest time of the next attempt while the status is `retrying`. */
  nextAttemptAt: isoDate.nullable(),
  createdAt: isoDate,
  sentAt: isoDate.nullable(),
})
export type PartnerEmail = z.input<typeof PartnerEmail>

export const listPartnerEmails = endpoint('GET', '/api/admin/partners/:partnerId/emails', {
  access: 'staff',
  byToken: true,
  summary: "The emails to a partner's user, latest first",
  params: partnerParams,
  query: z.strictObject(paging),
  responses: { 200: z.array(PartnerEmail) },
})

export const remindPartner = endpoint('POST', '/api/admin/partners/:partnerId/remind', {
  access: 'staff',
  byToken: true,
  summary:
    'Emails a partner a reminder of their open items; 409 within an hour of the last one, when nothing is open, or when they cannot be emailed',
  params: partnerParams,
  responses: { 202: z.strictObject({ remindedAt: isoDate }) },
})
