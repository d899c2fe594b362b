import { z } from 'zod'
import { SealFailure } from './documents/sealing.ts'
import { endpoint } from './endpoint.ts'
import { id, isoDate } from './fields.ts'
import { OnboardingStatus } from './partners/profile.ts'

const partner = z.strictObject({ id, fullName: z.string(), businessName: z.string() })

/** How many there are in all, and the first few, the longest waiting first. */
const group = <T extends z.ZodType>(row: T) =>
  z.strictObject({ count: z.number().int(), rows: z.array(row).max(10) })

export const NeedsAttention = z.strictObject({
  /** Open conversations whose partner wrote something that nobody has answered. The id is that of the conversation. */
  conversations: group(
    z.strictObject({ id, name: z.string(), businessName: z.string().nullable(), since: isoDate }),
  ),
  /** Completed tasks with proof that nobody of staff has accepted or sent back. `since` is when the last proof came. */
  tasksToReview: group(z.strictObject({ id, taskName: z.string(), since: isoDate, partner })),
  overdueTasks: group(z.strictObject({ id, taskName: z.string(), dueDate: isoDate, partner })),
  /** Agreements that their partners have declined to sign. `since` is when. */
  declinedDocuments: group(
    z.strictObject({ id, documentName: z.string(), reason: z.string(), since: isoDate, partner }),
  ),
  /** Agreements that have waited for a signature for seven days, without those of `declinedDocuments`. */
  unsignedDocuments: group(z.strictObject({ id, documentName: z.string(), since: isoDate, partner })),
  /** Agreements that were signed a quarter of an hour ago or earlier and are not sealed, with why the last attempt failed. `since` is when they were signed, by the company where that signature is not sealed. */
  unsealedDocuments: group(
    z.strictObject({ id, documentName: z.string(), since: isoDate, failure: SealFailure, partner }),
  ),
  /** Agreements that their partners have signed and that wait for the company's signature. `since` is when. */
  documentsToCountersign: group(z.strictObject({ id, documentName: z.string(), since: isoDate, partner })),
  /** Partners added seven days ago or earlier whose onboarding is not completed, without those of `unsignedDocuments` and `declinedDocuments`. */
  stalledPartners: group(
    z.strictObject({ ...partner.shape, onboardingStatus: OnboardingStatus, since: isoDate }),
  ),
  /** Emails of the last seven days that could not be sent, not for an hour while they are tried again, or bounced and whose address is still refused. `partnerId` is that of the recipient, where it is a partner. */
  failedEmails: group(
    z.strictObject({ id, subject: z.string(), recipient: z.string(), at: isoDate, partnerId: id.nullable() }),
  ),
})
export type NeedsAttention = z.input<typeof NeedsAttention>

export const getNeedsAttention = endpoint('GET', '/api/admin/attention', {
  access: 'staff',
  byToken: true,
  summary:
    'What waits for staff: conversations, tasks to review, overdue tasks, agreements that are declined, not signed or not sealed, stalled partners, failed emails',
  answers: { 200: NeedsAttention },
})
