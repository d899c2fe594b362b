import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/chat/labels.ts'
import type { Deps } from '#server/deps.ts'
import { pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { deleteLabel, renameLabel } from './actions.ts'
import { countLabels, listLabels } from './data.ts'

export const registerChatLabels = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listLabels, async (input) =>
    pagedOf(input, listLabels, countLabels, db, input.query.search),
  )

  route(app, sessions, contract.renameLabel, async ({ user, params, body }) =>
    renameLabel(db, user, params.id, body),
  )

  route(app, sessions, contract.deleteLabel, async ({ user, params }) => deleteLabel(db, user, params.id))
}
