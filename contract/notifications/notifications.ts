import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, inputDate, isoDate } from '../fields.ts'
import { notificationDays } from '../limits.ts'
import { paging } from '../paging.ts'
import { flag } from '../query-values.ts'
import { notificationKinds } from './kinds.ts'

/** The kinds of things that a notification links to. Only those of staff link to a `partner`, and only those of partners to an `invoice`. */
export const notificationSubjects = [
  'task',
  'agreement',
  'resource',
  'announcement',
  'activation',
  'invoice',
  'partner',
] as const
export type NotificationSubject = (typeof notificationSubjects)[number]

const Subject = z.strictObject({ type: z.enum(notificationSubjects), id })

export const Notification = z.strictObject({
  id,
  kind: z.enum(notificationKinds),
  title: z.string(),
  /** More text, such as a comment. */
  detail: z.string().nullable(),
  /** A moment whose date is shown after the detail, such as the due date after "Due". */
  detailAt: isoDate.nullable(),
  /** The subject; of a partner also the note that mentions the caller, if the notification is about one. */
  subject: Subject.extend({ noteId: id.optional() }).nullable(),
  /** The partner for whom the subject opens, if the caller belongs to several partners and not all of them have it. */
  partner: z.strictObject({ id, businessName: z.string() }).nullable(),
  /** When the user saw the notification or its subject; null before that. */
  seenAt: isoDate.nullable(),
  createdAt: isoDate,
})
export type Notification = z.input<typeof Notification>

export const listNotifications = endpoint('GET', '/api/notifications', {
  access: 'signed-in',
  summary: `The caller's notifications of the last ${notificationDays} days, newest first`,
  query: z.strictObject({
    /** Whether to list only unseen notifications. */
    unseen: flag,
    ...paging,
  }),
  responses: { 200: z.array(Notification) },
})

export const countUnseenNotifications = endpoint('GET', '/api/notifications/unseen', {
  access: 'signed-in',
  summary: 'How many notifications the caller has not seen',
  responses: { 200: z.strictObject({ count: z.int() }) },
})

export const maxSeenAtOnce = 100

/** The notifications to mark: those with these ids, all about a subject, or all up to a moment. */
export const MarkNotificationsSeen = z
  .strictObject({
    ids: z.array(id).min(1).max(maxSeenAtOnce, `Send at most ${maxSeenAtOnce} notifications`).optional(),
    subject: Subject.optional(),
    until: inputDate.optional(),
  })
  .refine(({ ids, subject, until }) => [ids, subject, until].filter(Boolean).length === 1, {
    path: ['ids'],
    error: 'Enter ids, a subject or a time',
  })
export type MarkNotificationsSeen = z.output<typeof MarkNotificationsSeen>

export const markNotificationsSeen = endpoint('POST', '/api/notifications/seen', {
  access: 'signed-in',
  inBackground: true,
  summary:
    "Marks the caller's notifications as seen. One that is seen before its email goes out is not emailed",
  body: MarkNotificationsSeen,
  responses: { 204: z.void() },
})
