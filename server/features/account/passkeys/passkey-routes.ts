import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/account/passkeys.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import type { createLimits } from '../limits.ts'
import { requireOwnAccount } from '../sessions/access.ts'
import * as actions from './actions.ts'
import { listPasskeys } from './data.ts'
import { relyingPartyOf } from './relying-party.ts'

/** Registers the endpoints with which users manage their own passkeys. */
export const registerPasskeys = (
  app: FastifyInstance,
  deps: Deps,
  limits: ReturnType<typeof createLimits>,
) => {
  const { db, sessions, baseUrl } = deps
  const partyOf = (request: FastifyRequest) => relyingPartyOf(baseUrl(), request.headers.origin)

  route(app, sessions, contract.listPasskeys, async ({ user }) => {
    requireOwnAccount(user)
    return listPasskeys(db, user.id)
  })

  route(app, sessions, contract.beginPasskeyRegistration, async ({ user, request }) => {
    await limits.countPasskeyTry(user.id)
    return actions.beginRegistration(deps, user, partyOf(request))
  })

  route(app, sessions, contract.createPasskey, async ({ user, body, request }) => {
    await limits.countPasskeyTry(user.id)
    return actions.createPasskey(deps, user, body.credential, {
      party: partyOf(request),
      userAgent: request.headers['user-agent'],
    })
  })

  route(app, sessions, contract.updatePasskey, async ({ user, params, body }) =>
    actions.renamePasskey(deps, user, params.id, body.name),
  )

  route(app, sessions, contract.deletePasskey, async ({ user, params }) =>
    actions.deletePasskey(deps, user, params.id),
  )

  route(app, sessions, contract.beginPasskeyStepUp, async ({ user, request }) => {
    await limits.countPasskeyTry(user.id)
    return actions.beginStepUp(deps, user, partyOf(request))
  })

  route(app, sessions, contract.finishPasskeyStepUp, async ({ user, body, request }) => {
    await limits.countPasskeyTry(user.id)
    return actions.finishStepUp(deps, user, body.credential, partyOf(request))
  })

  route(app, sessions, contract.resetPasskeys, async ({ user, params }) =>
    actions.resetPasskeys(deps, user, params.userId),
  )
}
