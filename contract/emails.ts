import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, inputDate, isoDate, optionalText } from './fields.ts'
import { limits } from './limits.ts'
import { paging } from './paging.ts'
import { emailStatuses } from './partners/email-status.ts'

const emailParams = z.strictObject({ id })

/** An email in the list of all emails. */
export const LoggedEmail = z.strictObject({
  id,
  type: z.string(),
  subject: z.string(),
  recipient: z.string(),
  status: z.enum(emailStatuses),
  /** How often the email was handed to the mail server. */
  attempts: z.int(),
  /** Why the email was not sent. */
  error: z.string().nullable(),
  /** The latest time of the next attempt while the status is `retrying`. */
  nextAttemptAt: isoDate.nullable(),
  createdAt: isoDate,
  sentAt: isoDate.nullable(),
  /** The partner of the user whom the email is to. */
  partner: z.strictObject({ id, fullName: z.string(), businessName: z.string() }).nullable(),
})
export type LoggedEmail = z.input<typeof LoggedEmail>

export const listEmails = endpoint('GET', '/api/admin/emails', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The emails to partners, staff and others, latest first',
  query: z.strictObject({
    /** Parts of the address and the subject, all of which must occur. */
    search: optionalText(limits.name),
    /** The status of the listed emails. `undelivered` lists emails that are being retried, were given up, were refused, or bounced. */
    status: z.enum([...emailStatuses, 'undelivered']).optional(),
    type: optionalText(60),
    /** The moment from which to list emails, inclusive. */
    from: inputDate.optional(),
    /** The moment until which to list emails, exclusive. */
    until: inputDate.optional(),
    ...paging,
  }),
  responses: { 200: z.array(LoggedEmail) },
})

export const EmailDetails = z.strictObject({
  ...LoggedEmail.shape,
  /** The text, without links that only the recipient may know; null before it is written, and if only the recipient may know it. */
  text: z.string().nullable(),
  /** The Message-ID in angle brackets; null if it differs for each attempt. */
  messageId: z.string().nullable(),
  /** The original, if staff sent an email again and this is the copy. */
  resendOf: id.nullable(),
  /** The copies, if staff sent this email again, latest first. */
  resends: z.array(z.strictObject({ id, createdAt: isoDate })),
  /** Why the email cannot be sent again; null if it can. */
  sendAgainProblem: z.string().nullable(),
})
export type EmailDetails = z.input<typeof EmailDetails>

export const getEmail = endpoint('GET', '/api/admin/emails/:id', {
  access: 'staff',
  byToken: true,
  summary: 'An email with its text',
  params: emailParams,
  responses: { 200: EmailDetails },
})

export const sendEmailAgain = endpoint('POST', '/api/admin/emails/:id/send-again', {
  access: 'staff',
  byToken: true,
  summary:
    "Sends an email again, to its recipient's current address; 409 while it is queued, when its text was not kept, or when the recipient is disabled or has unsubscribed",
  params: emailParams,
  responses: { 202: z.strictObject({ id }) },
})
