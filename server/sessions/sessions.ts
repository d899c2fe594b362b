import { hash, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { backgroundHeader } from '#contract/events.ts'
import { isStaff, type Role } from '#contract/users/roles.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import type { SessionData } from '#server/db/schema/users.ts'
import type { Cookies } from '#server/http/cookies.ts'
import {
  createSession,
  deleteSession,
  type EndedSession,
  extendSession,
  findImpersonatedPartner,
  findLiveSessions,
  findSession,
  findSessionStates,
  getActiveImpersonation,
  recordSignIn,
  type SignedInUser,
} from './data.ts'

const minuteMs = 60_000
const idleTimeoutMs = { staff: 30 * minuteMs, partner: 12 * 60 * minuteMs }
const maxSessionMs = 7 * 24 * 60 * minuteMs
// The expiry is only written when it moves by this much: once a minute, not at each request.
const touchIntervalMs = minuteMs

export const sha256 = (text: string) => hash('sha256', text)

/** A secret of 256 bits as 43 characters that fit in cookies and URLs. */
export const newToken = () => randomBytes(32).toString('base64url')

/** When a session that is used now expires: after the idle time of its role, and at most seven days after sign-in. */
export const expiryOf = (role: Role, signedInAt: Date, now: Date) =>
  new Date(
    Math.min(
      now.getTime() + (isStaff(role) ? idleTimeoutMs.staff : idleTimeoutMs.partner),
      signedInAt.getTime() + maxSessionMs,
    ),
  )

/** Whether a page sent the request by itself. */
const isInBackground = ({ headers, routeOptions }: FastifyRequest) =>
  headers[backgroundHeader] !== undefined || routeOptions.config.inBackground === true

export interface Sessions {
  /** The user who sent this request, or null. Extends the session unless the request is a background one. */
  find(request: FastifyRequest, reply: FastifyReply): Promise<SignedInUser | null>
  /** Extends the session of a user who is active without requests. */
  keepAlive(user: SignedInUser): void
  /** Those of these sessions that have ended or whose user's role has changed. Extends none of them. */
  findEnded(users: SignedInUser[]): Promise<Set<string>>
  /** Those of these sessions that have ended, or whose role or impersonation has changed. Extends none of them. */
  findChanged(users: SignedInUser[]): Promise<Set<string>>
  /** Signs a user in on this browser with a new session id, and ends the browser's previous session. */
  start(
    tx: Transaction,
    request: FastifyRequest,
    reply: FastifyReply,
    user: { id: string; role: Role },
    method: SessionData['method'],
  ): Promise<void>
  /** Ends the browser's session: its row is deleted, its cookie cleared. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/** `onEnd` runs in the transaction that ends a live session. */
export const createSessions = (
  db: Database,
  cookies: Cookies,
  log: FastifyBaseLogger,
  onEnd: (tx: Transaction, session: EndedSession) => Promise<void>,
): Sessions => {
  const keepAlive = (found: SignedInUser) => {
    const expire = expiryOf(found.role, new Date(found.sess.signedInAt), new Date())
    if (Math.abs(expire.getTime() - found.expire.getTime()) < touchIntervalMs) return
    found.expire = expire
    // Not awaited, so that the answer does not wait: a lost write costs the user at most a minute.
    extendSession(db, found.sid, expire).catch((err) => log.warn({ err }, 'session not extended'))
  }

  /** For all reads, staff who impersonate a partner are that partner. */
  const asImpersonated = async (found: SignedInUser): Promise<SignedInUser> => {
    const viewing = getActiveImpersonation(found)
    if (!viewing) return found
    const viewed = await findImpersonatedPartner(db, viewing.partnerId)
    if (!viewed) return found
    const { id, role, firstName, lastName, email } = found
    return {
      ...found,
      ...viewed.user,
      impersonation: {
        by: { id, role, firstName, lastName, email },
        partner: viewed.partner,
        until: viewing.until,
      },
    }
  }

  const endPreviousSession = async (tx: Transaction, token: string) => {
    const ended = await deleteSession(tx, sha256(token))
    if (ended) await onEnd(tx, ended)
  }

  return {
    async find(request) {
      const token = cookies.read(request, 'session')
      if (!token) return null
      const found = await findSession(db, sha256(token))
      if (!found) return null
      if (!isInBackground(request)) keepAlive(found)
      return asImpersonated(found)
    },

    keepAlive,

    async findEnded(users) {
      const live = await findLiveSessions(db, [...new Set(users.map(({ sid }) => sid))])
      const roles = new Map(live.map(({ sid, role }) => [sid, role]))
      return new Set(users.filter(({ sid, role }) => roles.get(sid) !== role).map(({ sid }) => sid))
    },

    async findChanged(users) {
      const found = await findSessionStates(db, [...new Set(users.map(({ sid }) => sid))])
      const states = new Map(found.map((state) => [state.sid, state]))
      const hasChanged = ({ sid, role, sess, impersonation: viewing }: SignedInUser) => {
        const state = states.get(sid)
        if (state?.role !== (viewing?.by.role ?? role)) return true
        // An impersonation of a user who is no longer a partner has no effect, so it does not count as a change.
        return viewing
          ? state.viewing !== viewing.until
          : ![null, sess.viewing?.until].includes(state.viewing)
      }
      return new Set(users.filter(hasChanged).map(({ sid }) => sid))
    },

    async start(tx, request, reply, user, method) {
      const previousToken = cookies.read(request, 'session')
      if (previousToken) await endPreviousSession(tx, previousToken)
      const token = newToken()
      const now = new Date()
      await createSession(tx, {
        sid: sha256(token),
        userId: user.id,
        sess: { method, signedInAt: now.toISOString() },
        expire: expiryOf(user.role, now, now),
      })
      await recordSignIn(tx, user.id, now)
      cookies.write(reply, 'session', token, maxSessionMs)
    },

    async end(request, reply) {
      const token = cookies.read(request, 'session')
      if (token) await db.transaction((tx) => endPreviousSession(tx, token))
      cookies.clear(reply, 'session')
    },
  }
}
