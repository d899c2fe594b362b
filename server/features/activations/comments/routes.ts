import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/activation-comments.ts'
import type { Deps } from '#server/deps.ts'
import { authoredFor } from '#server/features/tasks/work/for-reader.ts'
import { notFound } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { canReadActivation } from '../access.ts'
import { getActivation } from '../data.ts'
import { addComment } from './actions.ts'
import { listComments } from './data.ts'

/** Registers the routes for the comments on an activation. */
export const registerActivationComments = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listActivationComments, async ({ user, params }) => {
    const activation = await getActivation(db, null, params.id)
    if (!activation || !canReadActivation(user, activation)) throw notFound()
    return (await listComments(db, params.id)).map((comment) => authoredFor(user, comment))
  })

  route(app, sessions, contract.addActivationComment, async ({ user, params, body, reply }) => {
    reply.code(201)
    return addComment(db, user, params.id, body.body)
  })
}
