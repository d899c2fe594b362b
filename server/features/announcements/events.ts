import { eventsAbout } from '#server/domain-events/event.ts'
import { notifyOfAnnouncement } from '#server/features/notifications/notify/data.ts'

const announcementEvent = eventsAbout<{ announcement: { id: string; title: string } }>({
  subject: ({ announcement }) => ({ id: announcement.id, name: announcement.title }),
})

export const announcementCreated = announcementEvent('announcement.created')
export const announcementChanged = announcementEvent('announcement.changed')
export const announcementEnded = announcementEvent('announcement.ended')
export const announcementDeleted = announcementEvent('announcement.deleted')

// The subject's name is its id, because the job that notifies an audience knows only the id.
const publishing = eventsAbout<{ id: string }>({ subject: ({ id }) => ({ id, name: id }) })

/** An announcement shows for the first time, or to more partners than before. Users who were notified already are not notified again. */
export const announcementPublished = publishing('announcement.published', {
  notify: {
    announcement: async (tx, occurred) => {
      for (const { id } of occurred) await notifyOfAnnouncement(tx, id)
    },
  },
})
