import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, inputDate, isoDate, limits, optionalText } from './fields.ts'
import { paging } from './paging.ts'
import { emailStatuses } from './partners/record.ts'

const emailParams = z.strictObject({ id })

/** An email as the list of all emails shows it. */
export const LoggedEmail = z.strictObject({
  id,
  type: z.string(),
  subject: z.string(),
  recipient: z.string(),
  status: z.enum(emailStatuses),
  /** How often it was handed to the mail server. */
  attempts: z.int(),
  /** Why it was not sent. */
  error: z.string().nullable(),
  /** When it is tried again at the latest, while its status is `retrying`. */
  nextAttemptAt: isoDate.nullable(),
  createdAt: isoDate,
  sentAt: isoDate.nullable(),
  /** Whose user its reader is. */
  partner: z.strictObject({ id, fullName: z.string(), businessName: z.string() }).nullable(),
})
export type LoggedEmail = z.input<typeof LoggedEmail>

export const listEmails = endpoint('GET', '/api/admin/emails', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The emails to partners, to staff and to strangers, the latest first',
  query: z.strictObject({
    /** Parts of the address and the subject, all of which must occur. */
    search: optionalText(limits.name),
    /** `undelivered`: is tried again, was given up, refused or bounced. */
    status: z.enum([...emailStatuses, 'undelivered']).optional(),
    type: optionalText(60),
    /** Inclusive. */
    from: inputDate.optional(),
    /** Exclusive. */
    until: inputDate.optional(),
    ...paging,
  }),
  answers: { 200: z.array(LoggedEmail) },
})

export const EmailDetails = z.strictObject({
  ...LoggedEmail.shape,
  /** What it says, without the links of its reader alone; null before it is written, and where only its reader may know. */
  text: z.string().nullable(),
  /** In angle brackets; null where each attempt has another. */
  messageId: z.string().nullable(),
  /** The email that was sent again as this one. */
  resendOf: id.nullable(),
  /** The emails as which this one was sent again, the latest first. */
  resends: z.array(z.strictObject({ id, createdAt: isoDate })),
  /** Why it cannot be sent again; null where it can. */
  sendAgainProblem: z.string().nullable(),
})
export type EmailDetails = z.input<typeof EmailDetails>

export const getEmail = endpoint('GET', '/api/admin/emails/:id', {
  access: 'staff',
  byToken: true,
  summary: 'An email with what it says',
  params: emailParams,
  answers: { 200: EmailDetails },
})

export const sendEmailAgain = endpoint('POST', '/api/admin/emails/:id/send-again', {
  access: 'staff',
  byToken: true,
  summary:
    'Queues the same email to the present address of its reader; 409 while it is queued, when what it says is not kept, or when its reader is disabled or has unsubscribed',
  params: emailParams,
  answers: { 202: z.strictObject({ id }) },
})
