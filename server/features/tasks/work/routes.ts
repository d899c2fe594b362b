import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/task-work.ts'
import type { Deps } from '#server/deps.ts'
import { receiveUpload, registerUpload } from '#server/features/files/actions.ts'
import { createProofLimit } from '#server/features/files/limit-proofs.ts'
import { acceptRawBodies } from '#server/features/files/raw-bodies.ts'
import { route } from '#server/http/route.ts'
import * as actions from './actions.ts'

/** Registers the routes for what partners and staff do with a task: comments, proof, accepting and sending back. */
export const registerTaskWork = async (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  const limitUploads = createProofLimit(db)

  route(app, sessions, contract.getTask, async ({ user, params, query }) =>
    actions.getTaskDetails(db, user, params.id, query.of === 'all'),
  )

  route(app, sessions, contract.addTaskComment, async ({ user, params, body }) =>
    actions.addComment(db, user, params.id, body.body),
  )

  route(app, sessions, contract.requestProofUpload, async ({ user, params, body }) => {
    await limitUploads(user.id)
    return actions.requestProofUpload(deps, user, params.id, body)
  })

  await acceptRawBodies(app, (raw) =>
    route(raw, sessions, contract.receiveProofUpload, async ({ user, params, request }) =>
      receiveUpload(deps, user, params.id, request.raw, 'proof'),
    ),
  )

  route(app, sessions, contract.registerProofUpload, async ({ user, body }) => {
    const { objectPath: filePath } = await registerUpload(deps, user, body.resourceURL, 'proof')
    return { filePath }
  })

  route(app, sessions, contract.addTaskProof, async ({ user, params, body }) =>
    actions.addProof(deps, user, params.id, body.filePath),
  )

  route(app, sessions, contract.removeTaskProof, async ({ user, params }) =>
    actions.removeProof(db, user, params.id, params.proofId),
  )

  route(app, sessions, contract.acceptTask, async ({ user, params, body }) =>
    actions.acceptTask(db, user, params.id, body.updatedAt),
  )

  route(app, sessions, contract.sendBackTask, async ({ user, params, body }) =>
    actions.sendBackTask(db, user, params.id, body),
  )
}
