import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { AppError, unauthorized } from '#server/http/app-error.ts'
import { tokenOf } from '#server/http/bearer.ts'
import { networkOf } from '#server/http/network.ts'
import { createRateLimiter } from '#server/http/rate-limiter.ts'
import { pick } from '#server/pick.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { partnerOfUser } from '#server/sessions/partner-rights.ts'
import { sha256 } from '#server/sessions/sessions.ts'
import { findToken, recordUse } from './data.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Returns the user that the API token of a request acts for.
     * @throws AppError `unauthorized` for an invalid token; `bad_request` for a token together with a session; `too_many_requests`
     */
    findTokenUser(request: FastifyRequest): Promise<SignedInUser>
  }
}

type FoundToken = NonNullable<Awaited<ReturnType<typeof findToken>>>

/** Returns the token's creator as the signed-in user, with the token's role and without anything that only a session can prove. */
const userOf = ({ tokenId, userId, name, scope, role, createdAt, ...creator }: FoundToken): SignedInUser => ({
  id: userId,
  role,
  ...pick(creator, 'firstName', 'lastName', 'profileImageUrl', 'email'),
  ...partnerOfUser(null),
  mayCreateProfile: false,
  // This is not the name of any session.
  sid: `token ${tokenId}`,
  sessionId: tokenId,
  sess: { method: 'code' },
  signedInAt: createdAt,
  isVerified: false,
  isOld: true,
  isDue: false,
  isViewing: false,
  passkeyRequiredFrom: null,
  needsPasskey: false,
  hasPasskey: false,
  apiToken: { id: tokenId, name, scope },
})

/** Lets `route()` find the user that an API token acts for. Call it before any route is registered. */
export const acceptApiTokens = (
  app: FastifyInstance,
  { db, cookies, log }: Pick<Deps, 'db' | 'cookies' | 'log'>,
) => {
  // The limit is as high as that of wrong sign-ins, because all users of an office share one address.
  const limitNetwork = createRateLimiter(db, {
    name: 'api-token-network',
    max: 60,
    windowSeconds: 15 * 60,
    message: (wait) => `Too many attempts. Try again in ${wait}.`,
  })
  app.decorate('findTokenUser', async (request: FastifyRequest) => {
    // With both it would be unclear who acts, and a page of another site could make a browser send its cookie along.
    if (cookies.read(request, 'session')) {
      throw new AppError('bad_request', 'Send an API token or the cookie of a session, not both')
    }
    const found = await findToken(db, sha256(tokenOf(request) ?? ''))
    if (!found) {
      await limitNetwork(networkOf(request.ip))
      throw unauthorized()
    }
    // The response does not wait for this update.
    if (found.isDue) {
      recordUse(db, found.tokenId).catch((err) =>
        log.warn({ err }, 'the use of an API token was not recorded'),
      )
    }
    return userOf(found)
  })
}
