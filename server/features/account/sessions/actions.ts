import type { Transaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { nameOf } from '#server/domain-events/actor.ts'
import { recordAuditEvent } from '#server/features/audit-log/record.ts'
import { getUser } from '#server/features/users/data.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { canEndSessionsOf } from './access.ts'
import * as data from './data.ts'

type SessionDeps = Pick<Deps, 'db' | 'sessions'>

const subjectOf = (user: Parameters<typeof nameOf>[0] & { id: string }) => ({
  id: user.id,
  name: nameOf(user),
})

/** @throws AppError `not_found`, also for a session of another user */
export const endOwnSession = ({ db, sessions }: SessionDeps, user: SignedInUser, id: string) =>
  db.transaction(async (tx) => {
    const { userAgent, address } = orNotFound(await data.findSession(tx, user.id, id))
    await sessions.endOf(tx, { userId: user.id, id })
    await recordAuditEvent(tx, user, {
      action: 'session.ended',
      subject: subjectOf(user),
      before: { browser: userAgent, address },
    })
  })

/** Returns how many there were. */
export const endOtherSessions = ({ db, sessions }: SessionDeps, user: SignedInUser) =>
  db.transaction(async (tx) => {
    const ended = await sessions.endOf(tx, { userId: user.id, exceptSid: user.sid })
    await recordEnded(tx, user, user, ended)
    return ended
  })

/**
 * Ends all sessions of another user, who can sign in again. Returns how many there were.
 * @throws AppError `not_found`, `forbidden` for oneself, and for staff unless by an admin
 */
export const endSessionsOfUser = ({ db, sessions }: SessionDeps, actor: SignedInUser, userId: string) =>
  db.transaction(async (tx) => {
    const user = orNotFound(await getUser(tx, userId))
    if (user.id === actor.id) {
      throw new AppError('forbidden', 'End your own sessions in Account and security.')
    }
    if (!canEndSessionsOf(actor, user)) {
      throw new AppError('forbidden', 'Only admins can end the sessions of staff.')
    }
    const ended = await sessions.endOf(tx, { userId })
    await recordEnded(tx, actor, user, ended)
    return ended
  })

const recordEnded = async (
  tx: Transaction,
  actor: SignedInUser,
  user: Parameters<typeof subjectOf>[0],
  ended: number,
) => {
  if (ended === 0) return
  await recordAuditEvent(tx, actor, {
    // What staff do to others is never deleted.
    action: actor.id === user.id ? 'session.ended' : 'user.sessions_ended',
    subject: subjectOf(user),
    after: { sessions: ended },
  })
}
