import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/handover.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { getBelongings, handOver } from './actions.ts'

export const registerHandover = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.getBelongings, async ({ user, params }) =>
    getBelongings(db, user, params.userId),
  )

  route(app, sessions, contract.handOver, async ({ user, params, body }) => ({
    handedOver: await handOver(db, user, params.userId, body),
  }))
}
