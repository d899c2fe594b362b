import { z } from 'zod'
import { attentionRows, markedKinds } from './attention-kinds.ts'
import { sealFailures } from './documents/sealing.ts'
import { endpoint } from './endpoint.ts'
import { id, idParams, inputDate, isoDate, staffFilter } from './fields.ts'
import { BelongingCounts } from './handover.ts'
import { agreementSides } from './obligations/kinds.ts'
import { OnboardingStatus } from './partners/profile.ts'
import { Role } from './users/users.ts'

const partner = z.strictObject({ id, fullName: z.string(), businessName: z.string() })

/** Says who marked an item as done, or snoozed it until a time; absent for an item that waits. */
const mark = z.strictObject({ until: isoDate.nullable(), at: isoDate, by: z.string().nullable() }).optional()

/**
 * The number of all items, how many of them are marked as done or snoozed, and the first of those that wait (or, if asked, of those that
 * are marked), longest waiting first.
 */
const group = <T extends z.ZodType>(row: T) =>
  z.strictObject({
    count: z.number().int(),
    marked: z.number().int(),
    rows: z.array(row).max(attentionRows.many),
  })

export const NeedsAttention = z.strictObject({
  /** Open conversations in which the partner wrote something that nobody has replied to. The id is that of the conversation. */
  conversations: group(
    z.strictObject({
      id,
      name: z.string(),
      businessName: z.string().nullable(),
      since: isoDate,
      partner: partner.nullable(),
    }),
  ),
  /** Completed tasks with proof that staff have neither accepted nor sent back. `since` is when the last proof was added. */
  tasksToReview: group(z.strictObject({ id, mark, taskName: z.string(), since: isoDate, partner })),
  overdueTasks: group(z.strictObject({ id, mark, taskName: z.string(), dueDate: isoDate, partner })),
  /** Agreements that partners have declined to sign. `since` is when they declined. */
  declinedDocuments: group(
    z.strictObject({ id, mark, documentName: z.string(), reason: z.string(), since: isoDate, partner }),
  ),
  /** Agreements that have waited for a signature for seven days, except those in `declinedDocuments`. */
  unsignedDocuments: group(z.strictObject({ id, mark, documentName: z.string(), since: isoDate, partner })),
  /** Agreements signed at least 15 minutes ago and not sealed. `since` is the time of the signature that is not sealed. */
  unsealedDocuments: group(
    z.strictObject({
      id,
      mark,
      documentName: z.string(),
      since: isoDate,
      failure: z.enum(sealFailures),
      partner,
    }),
  ),
  /** Agreements that partners have signed and the company has yet to sign. `since` is when the partner signed. */
  documentsToCountersign: group(
    z.strictObject({ id, mark, documentName: z.string(), since: isoDate, partner }),
  ),
  /** Signed agreements with terms that could not be read, so that staff are asked what they mean. The id is that of the agreement. */
  unreadTerms: group(
    z.strictObject({ id, mark, documentName: z.string(), terms: z.int(), since: isoDate, partner }),
  ),
  /** What the company or the partner owes and should have done. `since` is when its day ended at the place of the event. */
  lateObligations: group(
    z.strictObject({
      id,
      mark,
      name: z.string(),
      owedBy: z.enum(agreementSides),
      documentId: id,
      since: isoDate,
      partner,
    }),
  ),
  /** Events of which nobody has written a recap within a week. `since` is when they ended; the id is that of the activation. */
  missingRecaps: group(z.strictObject({ id, mark, name: z.string(), since: isoDate, partner })),
  /** Invoices that staff have neither approved nor rejected. `since` is when the partner sent it. */
  invoicesToReview: group(z.strictObject({ id, mark, name: z.string(), since: isoDate, partner })),
  /** Partners who have been in onboarding for longer than the setting says, except those in `unsignedDocuments` and `declinedDocuments`. */
  stalledPartners: group(
    z.strictObject({ ...partner.shape, mark, onboardingStatus: OnboardingStatus, since: isoDate }),
  ),
  /** Emails of the last seven days that failed, have been retried for an hour, or bounced from an address that is still refused. */
  failedEmails: group(
    z.strictObject({
      id,
      mark,
      subject: z.string(),
      recipient: z.string(),
      at: isoDate,
      partnerId: id.nullable(),
      partner: partner.nullable(),
    }),
  ),
  /** Disabled and former members of staff who are still responsible for something that somebody waits for, by name. */
  leftBehind: group(
    z.strictObject({ id, name: z.string(), role: Role, isDisabled: z.boolean(), counts: BelongingCounts }),
  ),
})
export type NeedsAttention = z.input<typeof NeedsAttention>

export const getNeedsAttention = endpoint('GET', '/api/admin/attention', {
  access: 'staff',
  byToken: true,
  summary:
    'What needs the attention of staff, of all partners or of one: conversations, tasks to review, overdue tasks, agreements that are declined, not signed or not sealed, terms that could not be read, late obligations, invoices to review, missing recaps, stalled partners, failed emails, and what former staff have left behind',
  query: z.strictObject({
    /** The manager of the partners. What is not about a partner is then left out. */
    manager: staffFilter,
    partnerId: id.optional(),
    /** Set for the items that are marked as done or snoozed, in place of those that wait. */
    marked: z.literal('true').optional(),
    /** How many items of each kind are listed. */
    limit: z.coerce.number().int().min(1).max(attentionRows.many).default(attentionRows.few),
  }),
  responses: { 200: NeedsAttention },
})

export const markAttention = endpoint('PUT', '/api/admin/attention/:id', {
  access: 'staff',
  byToken: true,
  summary:
    'Marks an item as done for all staff, snoozes it until a time, or brings it back. It also returns when it happens again, such as with another proof; 409 if it has happened again since it was read',
  params: idParams,
  body: z.strictObject({
    kind: z.enum(markedKinds),
    /** The moment of the item as it was read: its `since`, `dueDate` or `at`. */
    since: inputDate,
    /** `until` is when a snoozed item returns, in the future; null for an item that is done. Without a mark, the item waits. */
    mark: z.strictObject({ until: inputDate.nullable() }).nullable(),
  }),
  responses: { 204: z.void() },
})
