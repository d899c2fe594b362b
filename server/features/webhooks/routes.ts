import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/webhooks/webhooks.ts'
import type { Deps } from '#server/deps.ts'
import { notFound, orNotFound } from '#server/http/app-error.ts'
import { pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import * as actions from './actions.ts'
import { hasEndpoint, listEndpoints } from './data.ts'
import { bodyOf } from './deliveries/body.ts'
import * as deliveries from './deliveries/data.ts'

export const registerWebhooks = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps
  route(app, sessions, contract.listWebhooks, async () => listEndpoints(db))

  route(app, sessions, contract.createWebhook, async ({ user, body }) =>
    actions.createEndpoint(deps, user, body),
  )

  route(app, sessions, contract.rotateWebhookSecret, async ({ user, params }) =>
    actions.rotateSecret(db, user, params.id),
  )

  route(app, sessions, contract.switchWebhook, async ({ user, params, body }) =>
    actions.switchEndpoint(db, user, params.id, body.state),
  )

  route(app, sessions, contract.deleteWebhook, async ({ user, params }) =>
    actions.deleteEndpoint(db, user, params.id),
  )

  route(app, sessions, contract.testWebhook, async ({ user, params }) =>
    actions.sendTest(db, user, params.id),
  )

  route(app, sessions, contract.listWebhookDeliveries, async ({ params, ...input }) => {
    const filter = { endpointId: params.id, state: input.query.state }
    if (!(await hasEndpoint(db, params.id))) throw notFound()
    return pagedOf(input, deliveries.listDeliveries, deliveries.countDeliveries, db, filter)
  })

  route(app, sessions, contract.getWebhookDelivery, async ({ params }) => {
    const row = orNotFound(await deliveries.getDelivery(db, params.id))
    const { data: _data, endpointId: _endpointId, isBeingSent: _isBeingSent, ...shown } = row
    return { ...shown, body: bodyOf(row) }
  })

  route(app, sessions, contract.sendWebhookAgain, async ({ user, params }) =>
    actions.sendAgain(db, user, params.id),
  )
}
