import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/overview.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { getStats, listNewestActivations, listNewestDocuments, listNewestTasks } from './data.ts'

export const registerOverview = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listNewestDocuments, async () => listNewestDocuments(db))
  route(app, sessions, contract.listNewestActivations, async () => listNewestActivations(db))
  route(app, sessions, contract.listNewestTasks, async () => listNewestTasks(db))
  route(app, sessions, contract.getAdminStats, async () => getStats(db))
}
