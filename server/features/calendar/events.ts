import { type Actor, nameOf } from '#server/domain-events/actor.ts'
import { eventsAbout } from '#server/domain-events/event.ts'

// The calendar of staff shows all partners, so that the audit log records who opened it to a calendar program.
const feedEvent = eventsAbout<{ user: Actor }>({
  subject: ({ user }) => ({ id: user.id, name: nameOf(user) }),
})

export const calendarFeedCreated = feedEvent('calendar_feed.created', { audit: 'of staff' })
export const calendarFeedRenewed = feedEvent('calendar_feed.renewed', { audit: 'of staff' })
export const calendarFeedRemoved = feedEvent('calendar_feed.removed', { audit: 'of staff' })
