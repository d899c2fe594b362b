import { z } from 'zod'
import { sealFailures } from './documents/sealing.ts'
import { endpoint } from './endpoint.ts'
import { id, isoDate, staffFilter } from './fields.ts'
import { BelongingCounts } from './handover.ts'
import { OnboardingStatus } from './partners/profile.ts'
import { Role } from './users/users.ts'

const partner = z.strictObject({ id, fullName: z.string(), businessName: z.string() })

/** The number of all items, and the first ten of them, longest waiting first. */
const group = <T extends z.ZodType>(row: T) =>
  z.strictObject({ count: z.number().int(), rows: z.array(row).max(10) })

export const NeedsAttention = z.strictObject({
  /** Open conversations in which the partner wrote something that nobody has replied to. The id is that of the conversation. */
  conversations: group(
    z.strictObject({ id, name: z.string(), businessName: z.string().nullable(), since: isoDate }),
  ),
  /** Completed tasks with proof that staff have neither accepted nor sent back. `since` is when the last proof was added. */
  tasksToReview: group(z.strictObject({ id, taskName: z.string(), since: isoDate, partner })),
  overdueTasks: group(z.strictObject({ id, taskName: z.string(), dueDate: isoDate, partner })),
  /** Agreements that partners have declined to sign. `since` is when they declined. */
  declinedDocuments: group(
    z.strictObject({ id, documentName: z.string(), reason: z.string(), since: isoDate, partner }),
  ),
  /** Agreements that have waited for a signature for seven days, except those in `declinedDocuments`. */
  unsignedDocuments: group(z.strictObject({ id, documentName: z.string(), since: isoDate, partner })),
  /** Agreements signed at least 15 minutes ago and not sealed. `since` is the time of the signature that is not sealed. */
  unsealedDocuments: group(
    z.strictObject({ id, documentName: z.string(), since: isoDate, failure: z.enum(sealFailures), partner }),
  ),
  /** Agreements that partners have signed and the company has yet to sign. `since` is when the partner signed. */
  documentsToCountersign: group(z.strictObject({ id, documentName: z.string(), since: isoDate, partner })),
  /** Partners added at least seven days ago who are still in onboarding, except those in `unsignedDocuments` and `declinedDocuments`. */
  stalledPartners: group(
    z.strictObject({ ...partner.shape, onboardingStatus: OnboardingStatus, since: isoDate }),
  ),
  /** Emails of the last seven days that failed, have been retried for an hour, or bounced from an address that is still refused. */
  failedEmails: group(
    z.strictObject({ id, subject: z.string(), recipient: z.string(), at: isoDate, partnerId: id.nullable() }),
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
    'What needs the attention of staff, of all partners or of one: conversations, tasks to review, overdue tasks, agreements that are declined, not signed or not sealed, stalled partners, failed emails, and what former staff have left behind',
  query: z.strictObject({
    /** The manager of the partners. What is not about a partner is then left out. */
    manager: staffFilter,
    partnerId: id.optional(),
  }),
  responses: { 200: NeedsAttention },
})
