import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/api-tokens.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { createToken, revokeToken } from './actions.ts'
import { listTokens } from './data.ts'

export const registerApiTokens = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listApiTokens, async () => listTokens(db))

  route(app, sessions, contract.createApiToken, async ({ user, body }) => createToken(db, user, body))

  route(app, sessions, contract.revokeApiToken, async ({ user, params }) => revokeToken(db, user, params.id))
}
