import { type Actor, nameOf } from '#server/domain-events/actor.ts'
import { eventsAbout } from '#server/domain-events/event.ts'

// A staff member's calendar shows all partners, so the audit log records who has made it available to calendar programs.
const feedEvent = eventsAbout<{ user: Actor }>({
  subject: ({ user }) => ({ id: user.id, name: nameOf(user) }),
})

export const calendarFeedCreated = feedEvent('calendar_feed.created', { audit: 'of staff' })
export const calendarFeedRenewed = feedEvent('calendar_feed.renewed', { audit: 'of staff' })
export const calendarFeedRemoved = feedEvent('calendar_feed.removed', { audit: 'of staff' })
