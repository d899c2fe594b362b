import type { FastifyInstance } from 'fastify'
import { getNeedsAttention as needsAttention } from '#contract/attention.ts'
import * as contract from '#contract/overview.ts'
import type { Deps } from '#server/deps.ts'
import { answerPage, paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { getNeedsAttention } from './attention.ts'
import {
  countOverdueTasks,
  countSignaturesByWeek,
  countTasks,
  getFunnel,
  getStats,
  listNewestActivations,
  listNewestDocuments,
  listNewestTasks,
  listOverdueTasks,
  listStalledPartners,
  newestRows,
} from './data.ts'

export const registerOverview = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listNewestDocuments, async () => listNewestDocuments(db))
  route(app, sessions, contract.listNewestActivations, async () => listNewestActivations(db))
  route(app, sessions, contract.listNewestTasks, async ({ query, request, reply }) => {
    if (query.state === 'overdue') {
      const [rows, total] = await Promise.all([listOverdueTasks(db, query), countOverdueTasks(db)])
      return answerPage(
        { query: { ...query, limit: query.limit ?? newestRows }, request, reply },
        rows,
        total,
      )
    }
    // Counting all tasks reads each of them: only a paged list needs the total.
    if (query.limit === undefined) return listNewestTasks(db, query)
    return paged(
      { query, request, reply },
      (page) => listNewestTasks(db, page),
      () => countTasks(db),
    )
  })
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
