import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/chat/saved-replies.ts'
import type { Deps } from '#server/deps.ts'
import { pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { createSavedReply, deleteSavedReply, updateSavedReply } from './actions.ts'
import { countReplies, listReplies } from './data.ts'

export const registerSavedReplies = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listSavedReplies, async (input) =>
    pagedOf(input, listReplies, countReplies, db, input.query.search),
  )

  route(app, sessions, contract.createSavedReply, async ({ user, body }) => createSavedReply(db, user, body))

  route(app, sessions, contract.updateSavedReply, async ({ user, params, body }) =>
    updateSavedReply(db, user, params.id, body),
  )

  route(app, sessions, contract.deleteSavedReply, async ({ user, params }) =>
    deleteSavedReply(db, user, params.id),
  )
}
