import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isStaff, type Role } from '#contract/roles.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { SessionData } from '#server/db/schema/people.ts'
import type { Cookies } from '#server/http/cookies.ts'
import { createSession, deleteSession, findSession, type SignedInUser, setSessionExpiry } from './data.ts'

const minute = 60_000
const idle = { staff: 30 * minute, partner: 12 * 60 * minute }
const longest = 7 * 24 * 60 * minute
// The idle limit is kept to this grain, so that reading costs a write once a minute, not at each request.
const touchGrain = minute

export const sha256 = (text: string) => hash('sha256', text)

/** A secret of 256 bits as 43 characters that a cookie and an address can carry. */
export const newToken = () => randomBytes(32).toString('base64url')

/** When a session that is used now ends: idle time by role, and seven days after sign-in at most. */
export const expiryOf = (role: Role, signedInAt: Date, now: Date) =>
  new Date(
    Math.min(now.getTime() + (isStaff(role) ? idle.staff : idle.partner), signedInAt.getTime() + longest),
  )

export interface Sessions {
  /** Who sent this request, or null. Looks once a request, and keeps a used session alive. */
  find(request: FastifyRequest, reply: FastifyReply): Promise<SignedInUser | null>
  /** Signs a user in on this browser under a new id, ending the session that the browser had. */
  start(
    db: Executor,
    request: FastifyRequest,
    reply: FastifyReply,
    user: { id: string; role: Role },
    method: SessionData['method'],
  ): Promise<void>
  /** Ends the browser's session: its row is deleted, its cookie cleared. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export const createSessions = (db: Database, cookies: Cookies): Sessions => {
  const keepAlive = (found: SignedInUser, request: FastifyRequest) => {
    const expire = expiryOf(found.role, new Date(found.sess.signedInAt), new Date())
    if (Math.abs(expire.getTime() - found.expire.getTime()) < touchGrain) return
    // Not awaited: the answer need not wait, and a touch that is lost costs the person at most a minute.
    setSessionExpiry(db, found.sid, expire).catch((err) =>
      request.log.warn({ err }, 'session not kept alive'),
    )
  }

  return {
    async find(request) {
      const token = cookies.read(request, 'session')
      if (!token) return null
      const found = await findSession(db, sha256(token))
      if (!found) return null
      keepAlive(found, request)
      return found
    },

    async start(executor, request, reply, user, method) {
      const former = cookies.read(request, 'session')
      if (former) await deleteSession(executor, sha256(former))
      const token = newToken()
      const now = new Date()
      await createSession(executor, {
        sid: sha256(token),
        userId: user.id,
        sess: { method, signedInAt: now.toISOString() },
        expire: expiryOf(user.role, now, now),
      })
      cookies.write(reply, 'session', token, longest)
    },

    async end(request, reply) {
      const token = cookies.read(request, 'session')
      if (token) await deleteSession(db, sha256(token))
      cookies.clear(reply, 'session')
    },
  }
}
