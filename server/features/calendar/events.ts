import { type Actor, nameOf } from '#server/domain-events/actor.ts'
import { eventsAbout } from '#server/domain-events/event.ts'

// What staff see in their calendar is of all partners: who gave whom access to it is recorded.
const feedEvent = eventsAbout<{ user: Actor }>({
  subject: ({ user }) => ({ id: user.id, name: nameOf(user) }),
})

export const calendarFeedCreated = feedEvent('calendar_feed.created', { audit: 'of staff' })
export const calendarFeedRenewed = feedEvent('calendar_feed.renewed', { audit: 'of staff' })
export const calendarFeedRemoved = feedEvent('calendar_feed.removed', { audit: 'of staff' })
