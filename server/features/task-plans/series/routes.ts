import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/task-plans/series.ts'
import type { Deps } from '#server/deps.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { paged } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { createSeries, deleteSeries, resumeSeries, stopSeries, updateSeries } from './actions.ts'
import { countSeries, getSeries, listSeries } from './data.ts'

export const registerTaskSeries = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  route(app, sessions, contract.listTaskSeries, async (input) =>
    paged(
      input,
      (page) => listSeries(db, input.query.search, page),
      () => countSeries(db, input.query.search),
    ),
  )

  route(app, sessions, contract.createTaskSeries, async ({ user, body }) => createSeries(deps, user, body))

  route(app, sessions, contract.getTaskSeries, async ({ params }) =>
    orNotFound(await getSeries(db, params.id)),
  )

  route(app, sessions, contract.updateTaskSeries, async ({ user, params, body }) =>
    updateSeries(deps, user, params.id, body),
  )

  route(app, sessions, contract.stopTaskSeries, async ({ user, params }) => stopSeries(deps, user, params.id))

  route(app, sessions, contract.resumeTaskSeries, async ({ user, params }) =>
    resumeSeries(deps, user, params.id),
  )

  route(app, sessions, contract.deleteTaskSeries, async ({ user, params }) =>
    deleteSeries(deps, user, params.id),
  )
}
