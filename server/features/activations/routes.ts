import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/activations.ts'
import type { Deps } from '#server/deps.ts'
import { getProfile } from '#server/features/partners/profile/data.ts'
import { notFound } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { createActivation, deleteActivation, updateActivation } from './actions.ts'
import { listActivations } from './data.ts'

export const registerActivations = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listOwnActivations, async ({ user }) =>
    user.partnerId ? listActivations(db, user.partnerId) : [],
  )

  route(app, sessions, contract.listPartnerActivations, async ({ params: { partnerId } }) => {
    if (!(await getProfile(db, partnerId))) throw notFound()
    return listActivations(db, partnerId)
  })

  route(app, sessions, contract.createActivation, async ({ user, body }) => createActivation(db, user, body))

  route(app, sessions, contract.updateActivation, async ({ user, params, body }) =>
    updateActivation(db, user, params.id, body),
  )

  route(app, sessions, contract.deleteActivation, async ({ user, params }) =>
    deleteActivation(db, user, params.id),
  )
}
