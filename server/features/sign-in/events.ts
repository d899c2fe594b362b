import { type Actor, nameOf } from '#server/domain-events/actor.ts'
import { eventsAbout } from '#server/domain-events/event.ts'

/** A sign-in was refused. The audit log lists it under the account that someone tried to enter. */
export const signInRefused = eventsAbout<{ user: Actor }>({
  subject: ({ user }) => ({ id: user.id, name: nameOf(user) }),
})('session.sign_in_refused')
