import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/session/impersonation.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { startImpersonation, stopImpersonation } from './actions.ts'

export const registerViewAsPartner = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.startImpersonation, async ({ user, params }) =>
    startImpersonation(db, user, params.partnerId),
  )

  route(app, sessions, contract.stopImpersonation, async ({ user }) => stopImpersonation(db, user))
}
