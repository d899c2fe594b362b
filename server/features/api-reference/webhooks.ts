import { type WebhookEvent, webhookEventSummaries } from '#contract/webhooks/event-labels.ts'
import { webhookMessages } from '#contract/webhooks/events.ts'
import { responseTimeoutMs } from '#server/features/webhooks/post.ts'
import { wireSchema } from './schemas.ts'

const summaries: Partial<Record<string, string>> = webhookEventSummaries satisfies Record<
  WebhookEvent,
  string
>

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const parameters = [
  header('webhook-id', 'The ID of the message, the same for each attempt.'),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.'),
  header(
    'webhook-signature',
    'As defined by Standard Webhooks. For a day after the secret was rotated, two signatures with a space between.',
  ),
]

const responses = {
  '2XX': {
    description: `Received. Respond within ${responseTimeoutMs / 1000} seconds; any other response is a failure, and the message is sent again later.`,
  },
  410: { description: 'The endpoint wants no more messages and is switched off.' },
}

/** Returns the webhook messages that the portal sends, as OpenAPI describes them. */
export const describedWebhooks = () =>
  Object.fromEntries(
    Object.entries(webhookMessages).map(([type, schema]) => [
      type,
      {
        post: {
          operationId: `receive${type.replace(/(?:^|\W|_)(\w)/g, (_match, next: string) => next.toUpperCase())}`,
          tags: ['Webhooks'],
          // Webhooks use none of the security schemes: receivers verify the signature of a message.
          security: [],
          summary: summaries[type] ?? 'An admin tests the endpoint',
          parameters,
          requestBody: { required: true, content: { 'application/json': { schema: wireSchema(schema) } } },
          responses,
        },
      },
    ]),
  )
