import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/views.ts'
import { refreshPartnerFacts } from '#server/db/partner-facts.ts'
import type { Deps } from '#server/deps.ts'
import { pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { checkView, createView, deleteView, updateView } from './actions.ts'
import { countPartnersOfViews, countViews, listViews } from './data.ts'

export const registerViews = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listViews, async ({ user, ...input }) =>
    pagedOf(input, listViews, countViews, db, user.id),
  )

  route(app, sessions, contract.countViews, async ({ user }) => {
    await refreshPartnerFacts(db)
    return countPartnersOfViews(db, user.id)
  })

  route(app, sessions, contract.checkView, async ({ user, params, body }) =>
    checkView(db, user, params.id, body.filter),
  )

  route(app, sessions, contract.createView, async ({ user, body }) => createView(db, user, body))

  route(app, sessions, contract.updateView, async ({ user, params, body }) =>
    updateView(db, user, params.id, body),
  )

  route(app, sessions, contract.deleteView, async ({ user, params, query }) =>
    deleteView(db, user, params.id, query.uses),
  )
}
