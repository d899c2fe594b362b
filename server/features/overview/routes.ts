import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/overview.ts'
import { totalHeader } from '#contract/paging.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import {
  countOverdueTasks,
  countSignaturesByWeek,
  countTasks,
  getFunnel,
  getStats,
  listLongestWaiting,
  listNewestActivations,
  listNewestDocuments,
  listNewestTasks,
  listOverdueTasks,
} from './data.ts'

export const registerOverview = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listNewestDocuments, async () => listNewestDocuments(db))
  route(app, sessions, contract.listNewestActivations, async () => listNewestActivations(db))
  route(app, sessions, contract.listNewestTasks, async ({ query, reply }) => {
    const isOverdue = query.state === 'overdue'
    const [rows, total] = await Promise.all([
      isOverdue ? listOverdueTasks(db, query) : listNewestTasks(db, query),
      // Without a page nobody asks how many tasks there are in all, which takes looking at each.
      isOverdue ? countOverdueTasks(db) : query.limit === undefined ? null : countTasks(db),
    ])
    if (total !== null) reply.header(totalHeader, total)
    return rows
  })
  route(app, sessions, contract.getAdminOverview, async () => {
    const [funnel, signaturesByWeek, overdueTasks, longestWaiting] = await Promise.all([
      getFunnel(db),
      countSignaturesByWeek(db),
      countOverdueTasks(db),
      listLongestWaiting(db),
    ])
    return { funnel, signaturesByWeek, overdueTasks, longestWaiting }
  })
  route(app, sessions, contract.getAdminStats, async () => getStats(db))
}
