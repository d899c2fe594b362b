import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/partners/tags.ts'
import type { Deps } from '#server/deps.ts'
import { pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import * as actions from './actions.ts'
import { countTags, listTags } from './data.ts'

export const registerPartnerTags = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listPartnerTags, async (input) =>
    pagedOf(input, listTags, countTags, db, input.query.search),
  )

  route(app, sessions, contract.renamePartnerTag, async ({ user, params, body }) =>
    actions.renamePartnerTag(db, user, params.id, body.name),
  )

  route(app, sessions, contract.deletePartnerTag, async ({ user, params }) =>
    actions.deletePartnerTag(db, user, params.id),
  )

  route(app, sessions, contract.setPartnerTags, async ({ user, params, body }) =>
    actions.setPartnerTags(db, user, params.partnerId, body.names),
  )
}
