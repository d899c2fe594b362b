import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/partners/partner-manager.ts'
import type { Deps } from '#server/deps.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { setGroupManager } from './actions.ts'
import * as data from './data.ts'

/** Registers the routes for partner managers: the one of a partner, and those of groups. */
export const registerManagers = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.getPartnerManager, async ({ user }) => ({
    manager: await data.getManager(db, orNotFound(user.partnerId ?? undefined)),
  }))

  route(app, sessions, contract.listGroupManagers, async (input) =>
    pagedOf(input, data.listGroupManagers, data.countGroups, db, input.query.search),
  )

  route(app, sessions, contract.setGroupManager, async ({ user, body }) => setGroupManager(db, user, body))
}
