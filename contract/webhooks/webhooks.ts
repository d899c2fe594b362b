import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, isoDate, optionalText, requiredText } from '../fields.ts'
import { limits, secretOverlapHours, webhookLogDays } from '../limits.ts'
import { paging } from '../paging.ts'
import { deliveryStates } from './delivery-states.ts'
import { webhookEvents, webhookTestEvent } from './event-labels.ts'

/** The maximum number of endpoints. */
export const maxWebhooks = 20
/** How much of a response body the log stores. */
export const maxResponseBytes = 1024

/** `off`: an admin switched it off. `gone`: the endpoint responded with 410. `failing`: nothing could be delivered for three days. */
export const webhookStates = ['on', 'off', 'gone', 'failing'] as const
export type WebhookState = (typeof webhookStates)[number]

export const Webhook = z.strictObject({
  id,
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.enum(webhookEvents)),
  state: z.enum(webhookStates),
  /** When the first of the latest failed attempts was made; null if the last attempt succeeded. */
  failingSince: isoDate.nullable(),
  /** Until when the secret before the last rotation also signs; null if there is none. */
  previousSecretUntil: isoDate.nullable(),
  /** The admin who created the webhook; null once that user is erased. */
  createdBy: z.strictObject({ id, name: z.string() }).nullable(),
  createdAt: isoDate,
})
export type Webhook = z.input<typeof Webhook>

/** Whether a text is an https address. The server checks more, and also allows other addresses if its settings do. */
const isAddress = (text: string) => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

export const CreateWebhook = z.strictObject({
  url: requiredText(limits.url, 'Enter an address').refine(
    isAddress,
    'Enter an address such as https://crm.example.com/webhooks',
  ),
  description: optionalText(limits.name),
  events: z
    .array(z.enum(webhookEvents))
    .min(1, 'Choose an event')
    .max(webhookEvents.length)
    .transform((events) => [...new Set(events)]),
})
export type CreateWebhook = z.output<typeof CreateWebhook>

const WithSecret = z.strictObject({ secret: z.string(), webhook: Webhook })

export const WebhookDelivery = z.strictObject({
  /** The id that is sent as `webhook-id`. */
  id,
  event: z.enum([...webhookEvents, webhookTestEvent]),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** The status of the last response; null if there was none. */
  lastStatus: z.int().nullable(),
  /** Why the last attempt failed; null if it succeeded. */
  lastError: z.string().nullable(),
  lastAttemptAt: isoDate.nullable(),
  /** When the next attempt is due; null once the message is delivered or has failed. */
  nextAttemptAt: isoDate.nullable(),
  createdAt: isoDate,
})
export type WebhookDelivery = z.input<typeof WebhookDelivery>

export const WebhookDeliveryDetails = z.strictObject({
  ...WebhookDelivery.shape,
  /** The sent body as JSON text. */
  body: z.string(),
  /** The beginning of the body of the last response. */
  lastAnswer: z.string().nullable(),
})
export type WebhookDeliveryDetails = z.input<typeof WebhookDeliveryDetails>

// API tokens cannot call these endpoints, so that a user is always responsible for where the portal's data goes.
export const listWebhooks = endpoint('GET', '/api/admin/webhooks', {
  access: 'admin',
  summary: 'The webhook endpoints, newest first, without their secrets',
  responses: { 200: z.array(Webhook) },
})

export const createWebhook = endpoint('POST', '/api/admin/webhooks', {
  access: 'admin',
  stepUp: true,
  summary: `Adds an endpoint that events are sent to. Its secret is shown only in this response; 409 when there are already ${maxWebhooks}`,
  body: CreateWebhook,
  responses: { 201: WithSecret },
})

export const rotateWebhookSecret = endpoint('POST', '/api/admin/webhooks/:id/secret', {
  access: 'admin',
  stepUp: true,
  summary: `Creates a new secret, shown only in this response; the previous one also signs for ${secretOverlapHours} hours`,
  params: idParams,
  responses: { 200: WithSecret },
})

export const switchWebhook = endpoint('PUT', '/api/admin/webhooks/:id/state', {
  access: 'admin',
  summary: 'Switches an endpoint off or on. Events that happen while it is off are not sent later',
  params: idParams,
  body: z.strictObject({ state: z.enum(['on', 'off']) }),
  responses: { 200: Webhook },
})

export const deleteWebhook = endpoint('DELETE', '/api/admin/webhooks/:id', {
  access: 'admin',
  summary: 'Deletes an endpoint and the log of its deliveries',
  params: idParams,
  responses: { 204: z.void() },
})

export const testWebhook = endpoint('POST', '/api/admin/webhooks/:id/test', {
  access: 'admin',
  summary: `Sends a message of the type ${webhookTestEvent}; 409 while the endpoint is off`,
  params: idParams,
  responses: { 202: z.strictObject({ id }) },
})

export const listWebhookDeliveries = endpoint('GET', '/api/admin/webhooks/:id/deliveries', {
  access: 'admin',
  summary: `The deliveries to an endpoint of the last ${webhookLogDays} days, latest first`,
  params: idParams,
  query: z.strictObject({ state: z.enum(deliveryStates).optional(), ...paging }),
  responses: { 200: z.array(WebhookDelivery) },
})

export const getWebhookDelivery = endpoint('GET', '/api/admin/webhook-deliveries/:id', {
  access: 'admin',
  summary: 'A delivery with what was sent and the beginning of the last response',
  params: idParams,
  responses: { 200: WebhookDeliveryDetails },
})

export const sendWebhookAgain = endpoint('POST', '/api/admin/webhook-deliveries/:id/send-again', {
  access: 'admin',
  summary:
    'Sends the same message again, with the same webhook-id; 409 while it is being sent or its endpoint is off',
  params: idParams,
  responses: { 202: z.strictObject({ id }) },
})
