import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/activation-plans.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { addPlan, previewMove } from './actions.ts'

/** Registers the routes for the plan of an activation: giving one, and what a move of the activation would move. */
export const registerActivationPlans = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.previewMove, async ({ params, query }) => previewMove(db, params.id, query))

  route(app, sessions, contract.addPlan, async ({ user, params, body }) => addPlan(db, user, params.id, body))
}
