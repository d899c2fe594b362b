import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, isoDate, optionalText, partnerParams } from '../fields.ts'
import { limits } from '../limits.ts'
import { paging } from '../paging.ts'
import { PartnerActivity } from './activity.ts'
import { emailStatuses } from './email-status.ts'
import { PartnerNote } from './notes.ts'
import { timelineKinds } from './timeline-kinds.ts'

/** Something that happened between a partner and the team. The id is that of the note, message, email or line of the activity. */
export const TimelineEntry = z.strictObject({
  id,
  kind: z.enum(timelineKinds),
  at: isoDate,
  /** The text of a message, the subject of an email, or what happened; empty for a note. */
  text: z.string(),
  /** Who wrote or did it; null for the portal, and once that user is deleted. */
  actorName: z.string().nullable(),
  /** The subject of an activity, if it still exists. */
  subject: PartnerActivity.shape.subject,
  /** The delivery of an email. */
  emailStatus: z.enum(emailStatuses).nullable(),
  note: PartnerNote.nullable(),
})
export type TimelineEntry = z.input<typeof TimelineEntry>

export const getPartnerTimeline = endpoint('GET', '/api/admin/partners/:partnerId/timeline', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The notes, messages, emails and activity of a partner in one list, latest first',
  params: partnerParams,
  query: z.strictObject({
    kind: z.enum(timelineKinds).optional(),
    search: optionalText(limits.name),
    ...paging,
  }),
  responses: { 200: z.array(TimelineEntry) },
})
