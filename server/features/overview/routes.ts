import type { FastifyInstance } from 'fastify'
import { markAttention, getNeedsAttention as needsAttention } from '#contract/attention.ts'
import * as contract from '#contract/overview.ts'
import type { Deps } from '#server/deps.ts'
import { ownFilter } from '#server/http/own-filter.ts'
import { route } from '#server/http/route.ts'
import { getNeedsAttention } from './attention/data.ts'
import { markItem } from './attention/marks/actions.ts'
import * as data from './data.ts'
import { countWithoutProfile, getOnboarding } from './onboarding/data.ts'
import { countByWeek } from './weeks/data.ts'

export const registerOverview = (app: FastifyInstance, { db, sessions, settings }: Deps) => {
  route(app, sessions, contract.getAdminOverview, async () => {
    const [withoutProfile, { stepTimes, nda, contract }, weeks, overdueTasks] = await Promise.all([
      countWithoutProfile(db),
      getOnboarding(db),
      countByWeek(db, settings.signInEventDays),
      data.countOverdueTasks(db),
    ])
    const waiting = { profile: withoutProfile, nda, venue_partnership_agreement: contract }
    return { waiting, stepTimes, weeks, overdueTasks }
  })
  route(app, sessions, needsAttention, async ({ user, query }) =>
    getNeedsAttention(db, user, ownFilter(user, query)),
  )
  route(app, sessions, markAttention, async ({ user, params, body }) => markItem({ db }, user, params, body))
  route(app, sessions, contract.getAdminStats, async () => data.getStats(db))
}
