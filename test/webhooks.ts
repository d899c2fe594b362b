import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhookEvents } from '#contract/webhooks/event-labels.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/db/schema/webhooks.ts'
import { newSecret } from '#server/features/webhooks/signature.ts'
import type { TestApp } from './app.ts'

type Portal = Pick<TestApp, 'db'>

/** Creates an enabled endpoint that receives all events, and returns it with its secret. */
export const createEndpoint = async (
  { db }: Portal,
  values: Partial<typeof webhookEndpoints.$inferInsert> = {},
) => {
  const [created] = await db
    .insert(webhookEndpoints)
    .values({
      url: 'https://crm.example.com/hooks/secret-path',
      events: [...webhookEvents],
      secret: newSecret(),
      ...values,
    })
    .returning()
  if (!created) throw new Error('no endpoint came back')
  return created
}

/** Creates a delivery to an endpoint, by default one that has succeeded. */
export const createDelivery = async (
  { db }: Portal,
  values: Partial<typeof webhookDeliveries.$inferInsert> & { endpointId: string },
) => {
  const [created] = await db
    .insert(webhookDeliveries)
    .values({ event: 'webhook.test', data: {}, state: 'delivered', nextAttemptAt: null, ...values })
    .returning()
  if (!created) throw new Error('no delivery came back')
  return created
}

export interface ReceivedWebhook {
  id: string
  headers: IncomingHttpHeaders
  body: string
  message: { type: string; timestamp: string; data: Record<string, unknown> }
}

type Answer = (response: ServerResponse, received: ReceivedWebhook) => void

const accept: Answer = (response) => response.writeHead(204).end()

/** Starts a real HTTP server that records what it receives, and responds as `answer`, which tests set, decides. */
export const startReceiver = async (host = '127.0.0.1', port = 0) => {
  const received: ReceivedWebhook[] = []
  const receiver = {
    received,
    answer: accept,
    accept,
    url: '',
    /** The number of connections that have been opened. */
    connections: 0,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
    [Symbol.asyncDispose]: () => receiver.stop(),
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { headers } = request
      const each = { id: String(headers['webhook-id']), headers, body, message: JSON.parse(body) }
      received.push(each)
      receiver.answer(response, each)
    })
  })
  server.on('connection', () => {
    receiver.connections += 1
  })
  await new Promise<void>((resolve) => {
    server.listen(port, host, resolve)
  })
  receiver.url = `http://${host}:${(server.address() as AddressInfo).port}/hooks`
  return receiver
}
