import type { AdminAnnouncement, Announcement } from '#contract/announcements.ts'

let last = 0

const announced = () => ({
  id: `99999999-9999-4999-8999-${String(++last).padStart(12, '0')}`,
  title: 'Winter hours',
  body: 'We close at noon.',
  publishAt: '2026-11-02T15:00:00.000Z',
  endsAt: null,
  resources: [],
})

/** An announcement to `partner`, who has not read it. */
export const announcementRow = (fields: Partial<Announcement> = {}): Announcement => ({
  ...announced(),
  readAt: null,
  dismissedAt: null,
  ...fields,
})

/** An announcement to everyone, as staff see it. */
export const adminAnnouncementRow = (fields: Partial<AdminAnnouncement> = {}): AdminAnnouncement => ({
  ...announced(),
  assignedPartnerIds: [],
  assignedGroup: null,
  state: 'active',
  readers: { partners: 0, read: 0 },
  author: null,
  createdAt: '2026-11-02T15:00:00.000Z',
  updatedAt: '2026-11-02T15:00:00.000Z',
  ...fields,
})
