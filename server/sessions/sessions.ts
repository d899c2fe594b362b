import { hash, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { backgroundHeader } from '#contract/events.ts'
import { limits } from '#contract/fields.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import type { SignInMethod } from '#server/db/schema/users.ts'
import { unauthorized } from '#server/http/app-error.ts'
import type { Cookies } from '#server/http/cookies.ts'
import * as data from './data.ts'
import type { PasskeyRule } from './passkey-rule.ts'

/** A session lives for seven days at most, and so do its cookies. */
export const sessionCookieMs = 7 * 24 * 60 * 60_000
// As long as browsers store a cookie.
const browserCookieMs = 400 * 24 * 60 * 60_000
// A socket extends its session once in this time, not at each frame.
const touchIntervalMs = 60_000

export const sha256 = (text: string) => hash('sha256', text)

/** A secret of 256 bits as 43 characters that fit in cookies and URLs. */
export const newToken = () => randomBytes(32).toString('base64url')

// Of an IPv6 address that holds an IPv4 one.
const maxAddressLength = 45

const isToken = /^[\w-]{43}$/

/** Whether a page sent the request by itself. */
const isInBackground = ({ headers, routeOptions }: FastifyRequest) =>
  headers[backgroundHeader] !== undefined || routeOptions.config.inBackground === true

export interface Sessions {
  /** The user who sent this request, or null. Extends the session unless the request is a background one. */
  find(request: FastifyRequest, reply: FastifyReply): Promise<data.SignedInUser | null>
  /** Extends the session of a user who is active without requests. */
  keepAlive(user: data.SignedInUser): void
  /** Those of these sessions that have ended or whose user's role has changed. Extends none of them. */
  findEnded(users: data.SignedInUser[]): Promise<Set<string>>
  /** Those of these sessions that have ended, or whose role or impersonation has changed. Extends none of them. */
  findChanged(users: data.SignedInUser[]): Promise<Set<string>>
  /**
   * Signs a user in on this browser with a new session id, and ends the browser's previous session.
   * @throws AppError `unauthorized` for one who has just been disabled
   */
  start(
    tx: Transaction,
    request: FastifyRequest,
    reply: FastifyReply,
    user: SigningInUser,
    method: SignInMethod,
  ): Promise<void>
  /** Ends the browser's session: its row is deleted, its cookie cleared. Returns how it began, undefined where none was live. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<SignInMethod | undefined>
  /**
   * Ends sessions of a user, wherever they are, and returns how many were live. Their sockets and streams close. It locks the user,
   * so that a sign-in that has begun is waited for, and its session ended, too.
   */
  endOf(tx: Transaction, chosen: Extract<data.ChosenSessions, { userId: string }>): Promise<number>
}

export type SigningInUser = Pick<data.SignedInUser, 'id' | 'role' | 'firstName' | 'lastName' | 'email'>

export interface StartedSession {
  id: string
  user: SigningInUser
  method: SignInMethod
  /** Of a cookie that lasts longer than sessions. */
  browserHash: string
  userAgent: string
  address: string
}

/** Why a browser's session ends: its user asked for it, or has signed in again. */
export type SessionEnd = 'sign_out' | 'next_sign_in'

/** How a browser ends its own session. */
export interface OwnEnd {
  reason: SessionEnd
  request: FastifyRequest
}

export interface SessionHooks {
  /** Runs in the transaction that starts a session, before the sign-in is recorded. */
  onStart(tx: Transaction, session: StartedSession): Promise<void>
  /** Runs in the transaction that ends a live session. `own` is left out where another session, or an email, ends it. */
  onEnd(tx: Transaction, session: data.EndedSession, own?: OwnEnd): Promise<void>
}

export const createSessions = (
  db: Database,
  cookies: Cookies,
  log: FastifyBaseLogger,
  { onStart, onEnd }: SessionHooks,
  passkeyRule: PasskeyRule,
): Sessions => {
  const extend = (sid: string) => {
    // Not awaited, so that the answer does not wait: a lost write costs the user at most a minute.
    data.extendSession(db, sid).catch((err) => log.warn({ err }, 'session not extended'))
  }

  const touched = new WeakMap<data.SignedInUser, number>()
  const keepAlive = (found: data.SignedInUser) => {
    const now = performance.now()
    if (now - (touched.get(found) ?? Number.NEGATIVE_INFINITY) < touchIntervalMs) return
    touched.set(found, now)
    extend(found.sid)
  }

  /** For all reads, staff who impersonate a partner are that partner. */
  const asImpersonated = async (found: data.SignedInUser): Promise<data.SignedInUser> => {
    const viewing = data.getActiveImpersonation(found)
    if (!viewing) return found
    const viewed = await data.findImpersonatedPartner(db, viewing.partnerId)
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

  const endSessions = async (tx: Transaction, chosen: data.ChosenSessions, own?: OwnEnd) => {
    const ended = await data.deleteSessions(tx, chosen)
    for (const session of ended) await onEnd(tx, session, own)
    const [first] = ended
    if (first) await data.publishSessionChange(tx, first.id)
    return ended
  }

  const endOwnSession = async (tx: Transaction, own: OwnEnd) => {
    const token = cookies.read(own.request, 'session')
    const [ended] = token ? await endSessions(tx, { sid: sha256(token) }, own) : []
    return ended
  }

  /** The secret of the cookie by which the browser is known again. */
  const readBrowser = (request: FastifyRequest) => {
    const token = cookies.read(request, 'browser')
    return token && isToken.test(token) ? token : newToken()
  }

  return {
    async find(request) {
      const token = cookies.read(request, 'session')
      if (!token) return null
      const found = await data.findSession(db, sha256(token), passkeyRule)
      if (!found) return null
      if (found.isDue && !isInBackground(request)) extend(found.sid)
      // Whoever has to prove themselves first does that as themselves.
      return found.needsPasskey ? found : asImpersonated(found)
    },

    keepAlive,

    async findEnded(users) {
      const live = await data.findLiveSessions(db, [...new Set(users.map(({ sid }) => sid))], passkeyRule)
      const roles = new Map(live.map(({ sid, role }) => [sid, role]))
      return new Set(users.filter(({ sid, role }) => roles.get(sid) !== role).map(({ sid }) => sid))
    },

    async findChanged(users) {
      const found = await data.findSessionStates(db, [...new Set(users.map(({ sid }) => sid))], passkeyRule)
      const states = new Map(found.map((state) => [state.sid, state]))
      const hasChanged = ({ sid, role, sess, impersonation: viewing }: data.SignedInUser) => {
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
      // Disabled meanwhile: their session would come alive once they are enabled.
      if (!(await data.lockUser(tx, user.id))) throw unauthorized()
      await endOwnSession(tx, { reason: 'next_sign_in', request })
      const [token, browser] = [newToken(), readBrowser(request)]
      const userAgent = request.headers['user-agent']?.slice(0, limits.userAgent) ?? ''
      // A proxy that is trusted can still send an address that is none.
      const origin = { userAgent, address: request.ip.slice(0, maxAddressLength) }
      const id = await data.createSession(tx, { sid: sha256(token), user, method, ...origin })
      await onStart(tx, { id, user, method, browserHash: sha256(browser), ...origin })
      await data.recordSignIn(tx, user.id)
      await data.publishSessionChange(tx, user.id)
      cookies.write(reply, 'session', token, sessionCookieMs)
      cookies.write(reply, 'browser', browser, browserCookieMs)
    },

    async end(request, reply) {
      const ended = cookies.read(request, 'session')
        ? await db.transaction((tx) => endOwnSession(tx, { reason: 'sign_out', request }))
        : undefined
      cookies.clear(reply, 'session')
      return ended?.sess.method
    },

    async endOf(tx, chosen) {
      await data.lockUser(tx, chosen.userId)
      return (await endSessions(tx, chosen)).length
    },
  }
}
