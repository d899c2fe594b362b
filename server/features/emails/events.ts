import { type Actor, nameOf } from '#server/domain-events/actor.ts'
import { eventsAbout } from '#server/domain-events/event.ts'

const emailEvent = eventsAbout<{ user: Omit<Actor, 'role'> }>({
  subject: ({ user }) => ({ id: user.id, name: nameOf(user) }),
})

export const emailSentAgain = emailEvent('user.email_sent_again')
