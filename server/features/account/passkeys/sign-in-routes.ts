import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/account/passkeys.ts'
import { challengeMinutes } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { originOf } from '#server/domain-events/actor.ts'
import { safeReturnTo } from '#server/features/sign-in/return-to.ts'
import { route } from '#server/http/route.ts'
import { newToken } from '#server/sessions/sessions.ts'
import type { createLimits } from '../limits.ts'
import { beginSignIn, finishSignIn } from './actions.ts'
import { relyingPartyOf } from './relying-party.ts'

const cookieMs = challengeMinutes * 60_000

export const registerPasskeySignIn = (
  app: FastifyInstance,
  deps: Deps,
  limits: ReturnType<typeof createLimits>,
) => {
  const { sessions, cookies, baseUrl } = deps
  const partyOf = (request: FastifyRequest) => relyingPartyOf(baseUrl(), request.headers.origin)

  route(app, sessions, contract.beginPasskeySignIn, async ({ request, reply }) => {
    await limits.countChallenge(request.ip)
    // All tabs share the cookie. Each has a challenge of its own, so that no tab invalidates another's.
    const browser = cookies.read(request, 'passkey') ?? newToken()
    cookies.write(reply, 'passkey', browser, cookieMs)
    return beginSignIn(deps, browser, partyOf(request))
  })

  route(app, sessions, contract.finishPasskeySignIn, async ({ body, request, reply }) => {
    await limits.countSignIn(request.ip)
    const browser = cookies.read(request, 'passkey')
    const from = { browser, party: partyOf(request), origin: originOf(request) }
    await finishSignIn(deps, body.credential, from, (tx, user) =>
      sessions.start(tx, request, reply, user, 'passkey'),
    )
    cookies.clear(reply, 'passkey')
    return { returnTo: safeReturnTo(body.returnTo) }
  })
}
