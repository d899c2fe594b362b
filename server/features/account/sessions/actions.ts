import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { getUser } from '#server/features/users/data.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { sessionEnded, userSessionsEnded } from '../events.ts'
import { canEndSessionsOf } from './access.ts'
import * as data from './data.ts'

type SessionDeps = Pick<Deps, 'db' | 'sessions'>

/** @throws AppError `not_found`, also for a session of another user */
export const endOwnSession = ({ db, sessions }: SessionDeps, user: SignedInUser, id: string) =>
  db.transaction(async (tx) => {
    const { userAgent, address } = orNotFound(await data.findSession(tx, user.id, id))
    await sessions.endOf(tx, { userId: user.id, id })
    await record(tx, sessionEnded, user, { user, before: { browser: userAgent, address } })
  })

/** Ends all sessions of the user except the current one. Returns how many there were. */
export const endOtherSessions = ({ db, sessions }: SessionDeps, user: SignedInUser) =>
  db.transaction(async (tx) => {
    const ended = await sessions.endOf(tx, { userId: user.id, exceptSid: user.sid })
    if (ended > 0) await record(tx, sessionEnded, user, { user, after: { sessions: ended } })
    return ended
  })

/**
 * Ends all sessions of another user, who can sign in again. Returns how many there were.
 * @throws AppError `not_found`; `forbidden` for the actor's own sessions, and for sessions of staff unless the actor is an admin
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
    if (ended > 0) await record(tx, userSessionsEnded, actor, { user, after: { sessions: ended } })
    return ended
  })
