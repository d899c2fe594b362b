import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/resources.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { audienceOf } from './access.ts'
import { listResources } from './data.ts'

export const registerResources = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listResources, async ({ user, query }) =>
    listResources(db, audienceOf(user), query),
  )
}
