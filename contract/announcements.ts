import { z } from 'zod'
import { assignedGroup, assignedViewId, partnerIds, shownViewId } from './audience.ts'
import { endpoint } from './endpoint.ts'
import {
  expectedUpdatedAt,
  id,
  idParams,
  inputDate,
  isoDate,
  optionalText,
  requiredLongText,
  requiredText,
} from './fields.ts'
import { FileType } from './files/file-fields.ts'
import { limits, maxAttachedFiles } from './limits.ts'
import { paging } from './paging.ts'
import { PartnerChoice } from './partners/partners.ts'

export const announcementStates = ['active', 'scheduled', 'ended'] as const
export type AnnouncementState = (typeof announcementStates)[number]

const common = {
  id,
  title: z.string(),
  body: z.string(),
  publishAt: isoDate,
  /** The end of the announcement; null for an announcement without an end. */
  endsAt: isoDate.nullable(),
}

/** A file of the library that comes with an announcement. Withdrawn files are left out. */
const AttachedFile = z.strictObject({ id, title: z.string(), fileType: FileType, filePath: z.string() })

/** An announcement as partners see it, without its author and its audience. */
export const Announcement = z.strictObject({
  ...common,
  /** The files that come with it, which the partner can open while it shows; none during onboarding. */
  resources: z.array(AttachedFile),
  /** When the partner first read the announcement; `dismissedAt` is when they dismissed it. */
  readAt: isoDate.nullable(),
  dismissedAt: isoDate.nullable(),
})
export type Announcement = z.input<typeof Announcement>

const count = z.int()

/** An announcement as staff see it. */
export const AdminAnnouncement = z.strictObject({
  ...common,
  resources: z.array(AttachedFile),
  assignedPartnerIds: z.array(z.string()),
  assignedGroup: z.string().nullable(),
  assignedViewId: shownViewId,
  state: z.enum(announcementStates),
  /**
   * How many partners are in the audience, and how many of them have read the announcement: now, or when it ended. `joinedLater` is how
   * many have joined the audience since it ended; it is set only where a single ended announcement is returned.
   */
  readers: z.strictObject({ partners: count, read: count, joinedLater: count.optional() }),
  author: z.strictObject({ id, name: z.string() }).nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type AdminAnnouncement = z.input<typeof AdminAnnouncement>

const fields = {
  title: requiredText(limits.name, 'A title is required'),
  body: requiredLongText(limits.description, 'Text is required'),
  /** The partners in the audience. The announcement is for everyone if there is neither a partner nor a group. */
  assignedPartnerIds: partnerIds,
  assignedGroup,
  /** The library files that come with the announcement. While it shows, its audience can open them, whoever else they are for. */
  resourceIds: z
    .array(id.toLowerCase())
    .max(maxAttachedFiles, `Choose at most ${maxAttachedFiles} files`)
    .optional(),
  assignedViewId,
  /** When the announcement is published. If it is null, left out or in the past, that is now, by the server's clock. */
  publishAt: inputDate.nullable(),
  endsAt: inputDate.nullable(),
}

export const CreateAnnouncement = z.strictObject({
  ...fields,
  publishAt: fields.publishAt.optional(),
  endsAt: fields.endsAt.optional(),
})
export type CreateAnnouncement = z.output<typeof CreateAnnouncement>

/** Fields that are left out stay unchanged. `publishAt` cannot change after publication. */
export const UpdateAnnouncement = z
  .strictObject(fields)
  .partial()
  .extend(expectedUpdatedAt)
  // Removing only the group must not turn the audience into everyone.
  .refine(
    ({ assignedPartnerIds, assignedGroup }) =>
      (assignedPartnerIds === undefined) === (assignedGroup === undefined),
    { path: ['assignedGroup'], error: 'Give both the partners and the group' },
  )
export type UpdateAnnouncement = z.output<typeof UpdateAnnouncement>

export const listAdminAnnouncements = endpoint('GET', '/api/admin/announcements', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'All announcements, latest first, with how many partners have read them',
  query: z.strictObject({
    /** Parts of the title, all of which must occur. */
    search: optionalText(limits.name),
    state: z.enum(announcementStates).optional(),
    ...paging,
  }),
  responses: { 200: z.array(AdminAnnouncement) },
})

export const createAnnouncement = endpoint('POST', '/api/admin/announcements', {
  access: 'staff',
  byToken: true,
  summary: 'Creates an announcement for an audience, published now or at a set time',
  body: CreateAnnouncement,
  responses: { 201: AdminAnnouncement },
})

export const getAdminAnnouncement = endpoint('GET', '/api/admin/announcements/:id', {
  access: 'staff',
  byToken: true,
  summary: 'An announcement in any state',
  params: idParams,
  responses: { 200: AdminAnnouncement },
})

export const updateAnnouncement = endpoint('PUT', '/api/admin/announcements/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Changes an announcement; 409 when someone else has changed it since',
  params: idParams,
  body: UpdateAnnouncement,
  responses: { 200: AdminAnnouncement },
})

export const deleteAnnouncement = endpoint('DELETE', '/api/admin/announcements/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Deletes an announcement and the record of who has read it',
  params: idParams,
  responses: { 204: z.void() },
})

export const endAnnouncement = endpoint('POST', '/api/admin/announcements/:id/end', {
  access: 'staff',
  byToken: true,
  summary: 'Ends an announcement now; 409 when it is not published yet',
  params: idParams,
  responses: { 200: AdminAnnouncement },
})

/** A partner in the audience, and when they read the announcement. */
export const AnnouncementReader = PartnerChoice.extend({
  readAt: isoDate.nullable(),
  dismissedAt: isoDate.nullable(),
})

export const readerFilters = ['read', 'unread'] as const
export type ReaderFilter = (typeof readerFilters)[number]

export const listAnnouncementReaders = endpoint('GET', '/api/admin/announcements/:id/readers', {
  access: 'staff',
  byToken: true,
  summary:
    "The partners in an announcement's audience, now or when it ended, by name, with when they read it",
  params: idParams,
  query: z.strictObject({ show: z.enum(readerFilters).optional(), ...paging }),
  responses: { 200: z.array(AnnouncementReader) },
})

export const listAnnouncements = endpoint('GET', '/api/announcements', {
  access: 'signed-in',
  summary: "The caller's current announcements, latest first; none for staff",
  query: z.strictObject({
    /** `undismissed` leaves out the announcements that the caller has dismissed. */
    show: z.literal('undismissed').optional(),
    ...paging,
  }),
  responses: { 200: z.array(Announcement) },
})

export const getAnnouncement = endpoint('GET', '/api/announcements/:id', {
  access: 'signed-in',
  summary: "One of the caller's current announcements",
  params: idParams,
  responses: { 200: Announcement },
})

export const readAnnouncement = endpoint('POST', '/api/announcements/:id/read', {
  access: 'signed-in',
  // Pages send this when the announcement is shown, not when the user clicks.
  inBackground: true,
  summary: 'Records that the caller has read an announcement; only the first time counts',
  params: idParams,
  responses: { 200: Announcement },
})

export const dismissAnnouncement = endpoint('POST', '/api/announcements/:id/dismiss', {
  access: 'signed-in',
  summary: "Takes an announcement off the caller's home page and records that they have read it",
  params: idParams,
  responses: { 200: Announcement },
})

export const restoreAnnouncement = endpoint('POST', '/api/announcements/:id/restore', {
  access: 'signed-in',
  summary: 'Brings a dismissed announcement back',
  params: idParams,
  responses: { 200: Announcement },
})
