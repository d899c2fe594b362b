import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/partners/bulk.ts'
import { checkReminders, remindPartners } from '#contract/partners/reminders.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { idempotencyKeyOf } from '#server/http/idempotency-key.ts'
import { ownFilter } from '#server/http/own-filter.ts'
import { pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import { previewReminder } from '../reminders/actions.ts'
import { listBehind } from '../reminders/data.ts'
import { requestBulkAction, takeBackBulkAction } from './actions.ts'
import { countActions, getAction, listActions, listChosen } from './data.ts'
import { shownAction } from './shown-action.ts'

/** Registers the routes for changes of many partners. */
export const registerBulkActions = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps

  route(app, sessions, contract.changePartners, async ({ user, body, request, reply }) => {
    const action = await requestBulkAction(deps, user, body, idempotencyKeyOf(request))
    reply.code(202)
    return shownAction(action)
  })

  route(app, sessions, remindPartners, async ({ user, body, request, reply }) => {
    const { ids, filter, ...values } = body
    const change = { kind: 'remind' as const, ...values }
    const choose = (tx: Executor) => listBehind(tx, values.about)
    const key = idempotencyKeyOf(request)
    const action = await requestBulkAction(deps, user, { change, ids, filter, choose }, key)
    reply.code(202)
    return shownAction(action)
  })

  route(app, sessions, checkReminders, async ({ user, body }) => {
    const { ids, filter, about } = body
    const chosen =
      ids || filter
        ? await listChosen(db, { ids, filter: ownFilter(user, filter ?? {}) })
        : await listBehind(db, about)
    return previewReminder(db, body, chosen)
  })

  route(app, sessions, contract.listBulkActions, async ({ user, ...input }) => {
    const rows = await pagedOf(input, listActions, countActions, db, user.id)
    return rows.map(shownAction)
  })

  route(app, sessions, contract.getBulkAction, async ({ user, params }) => {
    const action = await getAction(db, params.id)
    return shownAction(orNotFound(action?.requestedBy === user.id ? action : undefined))
  })

  route(app, sessions, contract.takeBackBulkAction, async ({ user, params }) =>
    shownAction(await takeBackBulkAction(deps, user, params.id)),
  )
}
