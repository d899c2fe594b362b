import { isIP } from 'node:net'
import { webhookTestEvent } from '#contract/webhooks/event-labels.ts'
import { type CreateWebhook, maxWebhooks } from '#contract/webhooks/webhooks.ts'
import { notify } from '#server/bus/data.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { hostOf } from '#server/http/allowed-lookup.ts'
import { AppError, notFound, orNotFound, unauthorized, wrongField } from '#server/http/app-error.ts'
import { isPublicAddress } from '#server/http/public-address.ts'
import { isLoopback } from '#server/loopback.ts'
import { lockUser, type SignedInUser } from '#server/sessions/data.ts'
import * as data from './data.ts'
import * as deliveries from './deliveries/data.ts'
import {
  webhookCreated,
  webhookDeleted,
  webhookSecretRotated,
  webhookSentAgain,
  webhookSwitchedOff,
  webhookSwitchedOn,
  webhookTested,
} from './events.ts'
import { newSecret } from './signature.ts'

const requireAllowedAddress = (address: string, allowsPrivate: boolean) => {
  if (allowsPrivate) return
  const url = new URL(address)
  if (url.protocol !== 'https:') throw wrongField('url', 'Enter an https address')
  const host = hostOf(url)
  if (isLoopback(host) || (isIP(host) && !isPublicAddress(host))) {
    throw wrongField('url', 'Enter a public address, not one of this machine or a private network')
  }
}

const getEndpoint = async (tx: Executor, id: string) => {
  const [webhook] = await data.listEndpoints(tx, id)
  if (!webhook) throw notFound()
  return webhook
}

/**
 * Adds an endpoint. Only this response contains its secret.
 * @throws AppError `bad_request` for an address that is not on the internet; `conflict` when the maximum number of endpoints exists
 */
export const createEndpoint = (
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  user: SignedInUser,
  body: CreateWebhook,
) =>
  db.transaction(async (tx) => {
    requireAllowedAddress(body.url, settings.webhookPrivateAddresses)
    // The user is locked first, as when their sessions are ended.
    if (!(await lockUser(tx, user.id))) throw unauthorized()
    if ((await data.countEndpointsLocked(tx)) >= maxWebhooks) {
      throw new AppError('conflict', `There are already ${maxWebhooks} webhooks. Delete one you don't need.`)
    }
    const secret = newSecret()
    const id = await data.insertEndpoint(tx, { ...body, secret, createdBy: user.id })
    const webhook = await getEndpoint(tx, id)
    await record(tx, webhookCreated, user, { webhook, after: { events: body.events } })
    return { secret, webhook }
  })

/** Replaces the secret of an endpoint. @throws AppError `not_found` */
export const rotateSecret = (db: Database, user: SignedInUser, id: string) =>
  db.transaction(async (tx) => {
    const secret = newSecret()
    orNotFound(await data.setSecret(tx, id, secret))
    const webhook = await getEndpoint(tx, id)
    await record(tx, webhookSecretRotated, user, { webhook })
    return { secret, webhook }
  })

/** Switches an endpoint on or off. @throws AppError `not_found` */
export const switchEndpoint = (db: Database, user: SignedInUser, id: string, state: 'on' | 'off') =>
  db.transaction(async (tx) => {
    const before = orNotFound(await data.lockEndpoint(tx, id))
    if (before.state !== state) {
      await data.setState(tx, id, state)
      // Messages may have waited for the endpoint while it was off.
      if (state === 'on') await notify(tx, 'webhooks', '')
      await record(tx, state === 'on' ? webhookSwitchedOn : webhookSwitchedOff, user, {
        webhook: before,
        before: { state: before.state },
      })
    }
    return getEndpoint(tx, id)
  })

/** Deletes an endpoint. @throws AppError `not_found` */
export const deleteEndpoint = (db: Database, user: SignedInUser, id: string) =>
  db.transaction(async (tx) => {
    const deleted = orNotFound(await data.deleteEndpoint(tx, id))
    await record(tx, webhookDeleted, user, { webhook: deleted, before: { events: deleted.events } })
  })

const lockEndpointOn = async (tx: Executor, id: string) => {
  const endpoint = orNotFound(await data.lockEndpoint(tx, id))
  if (endpoint.state !== 'on') throw new AppError('conflict', 'This webhook is off. Switch it on first.')
  return endpoint
}

/** Sends a test event to an endpoint. @throws AppError `not_found`; `conflict` while the endpoint is off */
export const sendTest = (db: Database, user: SignedInUser, endpointId: string) =>
  db.transaction(async (tx) => {
    const endpoint = await lockEndpointOn(tx, endpointId)
    const id = await deliveries.insertTestDelivery(tx, {
      endpointId,
      event: webhookTestEvent,
      data: { endpointId },
    })
    await record(tx, webhookTested, user, { webhook: endpoint })
    return { id }
  })

/**
 * Sends a message again, whether or not it was delivered.
 * @throws AppError `not_found`; `conflict` while the message is being sent, or its endpoint is off
 */
export const sendAgain = (db: Database, user: SignedInUser, id: string) =>
  db.transaction(async (tx) => {
    const { endpointId } = orNotFound(await deliveries.getDelivery(tx, id))
    const endpoint = await lockEndpointOn(tx, endpointId)
    const delivery = orNotFound(await deliveries.getDelivery(tx, id, { lock: true }))
    if (delivery.isBeingSent) throw new AppError('conflict', 'It is being sent right now.')
    await deliveries.makeDue(tx, id)
    await notify(tx, 'webhooks', '')
    await record(tx, webhookSentAgain, user, {
      webhook: endpoint,
      after: { event: delivery.event, delivery: id },
    })
    return { id }
  })
