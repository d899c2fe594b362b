import { nameOf } from '#server/domain-events/actor.ts'
import { eventsAbout } from '#server/domain-events/event.ts'

/** These events are about how a user signs in, and about their sessions and data. */
const accountEvent = eventsAbout<{ user: Parameters<typeof nameOf>[0] & { id: string } }>({
  subject: ({ user }) => ({ id: user.id, name: nameOf(user) }),
})

export const passkeyAdded = accountEvent('passkey.added', { audit: 'of anyone' })

export const passkeyRenamed = accountEvent('passkey.renamed', { audit: 'of anyone' })

export const passkeyRemoved = accountEvent('passkey.removed', { audit: 'of anyone' })

export const passkeysReset = accountEvent('passkey.reset', { audit: 'of anyone' })

export const recoveryCodesCreated = accountEvent('recovery_code.created', { audit: 'of anyone' })

export const recoveryCodeUsed = accountEvent('recovery_code.used', { audit: 'of anyone' })

export const identityConfirmed = accountEvent('session.step_up', { audit: 'of anyone' })

/** A user has ended sessions of their own. */
export const sessionEnded = accountEvent('session.ended', { audit: 'of anyone' })

/** Staff have ended the sessions of another user. Its name differs from that of the user's own, since what staff do to others stays in the audit log. */
export const userSessionsEnded = accountEvent('user.sessions_ended', { audit: 'of anyone' })

export const signInReported = accountEvent('session.reported', { audit: 'of anyone' })

export const ownDataDownloaded = accountEvent('user.data_downloaded', { audit: 'of anyone' })

/** The operator has made a user an admin, on the command line. Nobody is notified of that. */
export const adminGranted = accountEvent('user.admin_granted', {
  audit: 'of anyone',
  action: 'user.role_changed',
})

/** These events are about what a user loses who has reported a sign-in as not theirs. */
const reportEvent = eventsAbout<{ subject: { id: string; name: string } }>({
  subject: ({ subject }) => subject,
})

export const webhookSwitchedOffByReport = reportEvent('webhook.switched_off_by_report', {
  audit: 'of anyone',
  action: 'webhook.switched_off',
})

export const apiTokenRevokedByReport = reportEvent('api_token.revoked_by_report', {
  audit: 'of anyone',
  action: 'api_token.revoked',
})
