import { nameOf } from '#server/domain-events/actor.ts'
import { eventsAbout } from '#server/domain-events/event.ts'

/** These events are about how a user signs in, and about their sessions and data. */
const accountEvent = eventsAbout<{ user: Parameters<typeof nameOf>[0] & { id: string } }>({
  subject: ({ user }) => ({ id: user.id, name: nameOf(user) }),
})

export const passkeyAdded = accountEvent('passkey.added')

export const passkeyRenamed = accountEvent('passkey.renamed')

export const passkeyRemoved = accountEvent('passkey.removed')

export const passkeysReset = accountEvent('passkey.reset')

export const recoveryCodesCreated = accountEvent('recovery_code.created')

export const recoveryCodeUsed = accountEvent('recovery_code.used')

export const identityConfirmed = accountEvent('session.step_up')

/** A user has ended sessions of their own. */
export const sessionEnded = accountEvent('session.ended')

/** Staff have ended another user's sessions. This has a name of its own, since what staff do to other users stays in the audit log. */
export const userSessionsEnded = accountEvent('user.sessions_ended')

export const signInReported = accountEvent('session.reported')

export const ownDataDownloaded = accountEvent('user.data_downloaded')

/** The operator has made a user an admin on the command line. Nobody is notified of this event. */
export const adminGranted = accountEvent('user.admin_granted', {
  audit: 'of anyone',
  action: 'user.role_changed',
})
