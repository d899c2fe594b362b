import { type Actor, nameOf } from '#server/domain-events/actor.ts'
import { eventsAbout } from '#server/domain-events/event.ts'

const sessionEvent = eventsAbout<{ user: Actor }>({
  subject: ({ user }) => ({ id: user.id, name: nameOf(user) }),
})

export const signedIn = sessionEvent('session.signed_in')

export const signedOut = sessionEvent('session.signed_out')

const viewEvent = eventsAbout<{ partner: { id: string; fullName: string } }>({
  subject: ({ partner }) => ({ id: partner.id, name: partner.fullName }),
})

export const viewStarted = viewEvent('view.started')

export const viewStopped = viewEvent('view.stopped')
