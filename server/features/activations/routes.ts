import type { FastifyInstance } from 'fastify'
import { listOwnActivations } from '#contract/activations.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { listActivations } from './data.ts'

export const registerActivations = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, listOwnActivations, async ({ user }) =>
    user.partnerId ? listActivations(db, user.partnerId) : [],
  )
}
