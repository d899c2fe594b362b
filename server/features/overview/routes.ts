import type { FastifyInstance } from 'fastify'
import { getNeedsAttention as needsAttention } from '#contract/attention.ts'
import * as contract from '#contract/overview.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { getNeedsAttention } from './attention/data.ts'
import {
  countOverdueTasks,
  countSignaturesByWeek,
  getFunnel,
  getStats,
  listNewestActivations,
  listNewestDocuments,
  listStalledPartners,
} from './data.ts'

export const registerOverview = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listNewestDocuments, async () => listNewestDocuments(db))
  route(app, sessions, contract.listNewestActivations, async () => listNewestActivations(db))
  route(app, sessions, contract.getAdminOverview, async () => {
    const [funnel, signaturesByWeek, overdueTasks, stalledPartners] = await Promise.all([
      getFunnel(db),
      countSignaturesByWeek(db),
      countOverdueTasks(db),
      listStalledPartners(db),
    ])
    return { funnel, signaturesByWeek, overdueTasks, stalledPartners }
  })
  route(app, sessions, needsAttention, async () => getNeedsAttention(db))
  route(app, sessions, contract.getAdminStats, async () => getStats(db))
}
