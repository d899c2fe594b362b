import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/session/impersonation.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { startViewing, stopViewing } from './actions.ts'

export const registerViewAsPartner = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.startViewing, async ({ user, params }) =>
    startViewing(db, user, params.partnerId),
  )

  route(app, sessions, contract.stopViewing, async ({ user }) => stopViewing(db, user))
}
