import { hash, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { backgroundHeader, partnerHeader, partnerParameter } from '#contract/headers.ts'
import { limits } from '#contract/limits.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import type { SignInMethod } from '#server/db/schema/users.ts'
import { unauthorized } from '#server/http/app-error.ts'
import type { Cookies } from '#server/http/cookies.ts'
import * as data from './data.ts'
import { findImpersonatedPartner } from './impersonation/data.ts'
import { haveRightsChanged } from './partner-rights.ts'
import type { PasskeyRule } from './passkey-rule.ts'

/** A session lives for seven days at most, and so do its cookies. */
export const sessionCookieMs = 7 * 24 * 60 * 60_000
// Browsers store a cookie for at most this long.
const browserCookieMs = 400 * 24 * 60 * 60_000
// A socket extends its session at most once in this time, not at each frame.
const touchIntervalMs = 60_000

export const sha256 = (text: string) => hash('sha256', text)

/** Creates a secret of 256 bits as 43 characters that fit in cookies and URLs. */
export const newToken = () => randomBytes(32).toString('base64url')

// The length of an IPv6 address that contains an IPv4 address.
const maxAddressLength = 45

const isToken = /^[\w-]{43}$/

/** Whether a page sent the request without an action of its user. */
const isInBackground = ({ headers, routeOptions }: FastifyRequest) =>
  headers[backgroundHeader] !== undefined || routeOptions.config.inBackground === true

/** Returns the id of the partner that a request names, in its header or in its address. */
const namedPartner = ({ headers, query }: FastifyRequest) => {
  const named = headers[partnerHeader.toLowerCase()] ?? (query as Record<string, unknown>)[partnerParameter]
  return typeof named === 'string' && named !== '' ? named : undefined
}

export interface Sessions {
  /** Returns the user who sent this request, or null. Extends the session unless the request is a background request. Throws `not_found` for another partner. */
  find(request: FastifyRequest, reply: FastifyReply): Promise<data.SignedInUser | null>
  /** Extends the session of a user who is active without sending requests. */
  keepAlive(user: data.SignedInUser): void
  /** Returns the given sessions that have ended or whose user's role has changed. Extends none of them. */
  findEnded(users: data.SignedInUser[]): Promise<Set<string>>
  /** Returns the given sessions that have ended, or whose role, rights or impersonation have changed. Extends none of them. */
  findChanged(users: data.SignedInUser[]): Promise<Set<string>>
  /**
   * Signs a user in on this browser with a new session id, and ends the browser's previous session.
   * @throws AppError `unauthorized` for a user who has just been disabled
   */
  start(
    tx: Transaction,
    request: FastifyRequest,
    reply: FastifyReply,
    user: SigningInUser,
    method: SignInMethod,
  ): Promise<void>
  /** Ends the browser's session: deletes its row and its cookie. Returns how its user signed in; undefined without a live session. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<SignInMethod | undefined>
  /**
   * Ends sessions of a user on any device, and returns how many were live. Their sockets and streams close. Locks the user, so that a
   * sign-in that has already begun is waited for, and its session ends, too.
   */
  endOf(tx: Transaction, chosen: Extract<data.ChosenSessions, { userId: string }>): Promise<number>
}

export type SigningInUser = Pick<data.SignedInUser, 'id' | 'role' | 'firstName' | 'lastName' | 'email'>

export interface StartedSession {
  id: string
  user: SigningInUser
  method: SignInMethod
  /** The hash of the cookie that identifies the browser and outlasts sessions. */
  browserHash: string
  userAgent: string
  address: string
}

/** Why a browser's session ends: its user signed out, or signed in again. */
export type SessionEnd = 'sign_out' | 'next_sign_in'

/** A browser that ends its own session. */
export interface OwnEnd {
  reason: SessionEnd
  request: FastifyRequest
}

export interface SessionHooks {
  /** Runs in the transaction that starts a session, before the sign-in is recorded. */
  onStart(tx: Transaction, session: StartedSession): Promise<void>
  /** Runs in the transaction that ends a live session. `own` is left out if another session or a link in an email ends it. */
  onEnd(tx: Transaction, session: data.EndedSession, own?: OwnEnd): Promise<void>
}

export const createSessions = (
  db: Database,
  cookies: Cookies,
  log: FastifyBaseLogger,
  { onStart, onEnd }: SessionHooks,
  passkeyRule: PasskeyRule,
): Sessions => {
  const extend = (found: data.SignedInUser) => {
    // The response does not wait for this: a lost write costs the user at most a minute.
    data.extendSession(db, found).catch((err) => log.warn({ err }, 'session not extended'))
  }

  const touched = new WeakMap<data.SignedInUser, number>()
  const keepAlive = (found: data.SignedInUser) => {
    const now = performance.now()
    if (now - (touched.get(found) ?? Number.NEGATIVE_INFINITY) < touchIntervalMs) return
    touched.set(found, now)
    extend(found)
  }

  /** Replaces the user by the partner whom they impersonate, so that all reads are those of the partner. */
  const asImpersonated = async (found: data.SignedInUser): Promise<data.SignedInUser> => {
    const viewing = data.getActiveImpersonation(found)
    if (!viewing) return found
    const viewed = await findImpersonatedPartner(db, viewing)
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

  /** Reads the secret of the cookie that identifies the browser, or creates a new one. */
  const readBrowser = (request: FastifyRequest) => {
    const token = cookies.read(request, 'browser')
    return token && isToken.test(token) ? token : newToken()
  }

  return {
    async find(request) {
      const token = cookies.read(request, 'session')
      if (!token) return null
      const found = await data.findSession(db, sha256(token), passkeyRule, namedPartner(request))
      if (!found) return null
      if (found.isDue && !isInBackground(request)) extend(found)
      // Staff who first have to prove themselves do so as themselves, not as the partner.
      return found.needsPasskey ? found : asImpersonated(found)
    },

    keepAlive,

    async findEnded(users) {
      const live = await data.findLiveSessions(db, [...new Set(users.map(({ sid }) => sid))], passkeyRule)
      const states = new Map(live.map((state) => [state.sid, state]))
      const hasEnded = (user: data.SignedInUser) => {
        const state = states.get(user.sid)
        return state?.role !== user.role || haveRightsChanged(user, state.partners)
      }
      return new Set(users.filter(hasEnded).map(({ sid }) => sid))
    },

    async findChanged(users) {
      const found = await data.findSessionStates(db, [...new Set(users.map(({ sid }) => sid))], passkeyRule)
      const states = new Map(found.map((state) => [state.sid, state]))
      const hasChanged = (user: data.SignedInUser) => {
        const { sid, role, sess, impersonation: viewing } = user
        const state = states.get(sid)
        if (state?.role !== (viewing?.by.role ?? role)) return true
        // The rights of the viewed partner are not those of the member of staff.
        if (!viewing && haveRightsChanged(user, state.partners)) return true
        // An impersonation of a user who is no longer a partner has no effect, so it does not count as a change.
        return viewing
          ? state.viewing !== viewing.until
          : ![null, sess.viewing?.until].includes(state.viewing)
      }
      return new Set(users.filter(hasChanged).map(({ sid }) => sid))
    },

    async start(tx, request, reply, user, method) {
      // The user was disabled in the meantime. The new session would become valid once they are enabled again.
      if (!(await data.lockUser(tx, user.id))) throw unauthorized()
      await endOwnSession(tx, { reason: 'next_sign_in', request })
      const [token, browser] = [newToken(), readBrowser(request)]
      const userAgent = request.headers['user-agent']?.slice(0, limits.userAgent) ?? ''
      // Even a trusted proxy can send something that is not an address.
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
