import { type WebhookEvent, webhookEventSummaries, webhookMessages } from '#contract/webhooks/events.ts'
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
  header('webhook-id', 'Names the message: the same at each attempt.'),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.'),
  header(
    'webhook-signature',
    'By Standard Webhooks; two, with a space between, for a day after the secret was rotated.',
  ),
]

const responses = {
  '2XX': {
    description: `It has arrived. Within ${responseTimeoutMs / 1000} seconds; any other answer is a failure, and it is sent again later.`,
  },
  410: { description: 'The endpoint wants no more messages: it is switched off.' },
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
          summary: summaries[type] ?? 'An admin tries the endpoint',
          parameters,
          requestBody: { required: true, content: { 'application/json': { schema: wireSchema(schema) } } },
          responses,
        },
      },
    ]),
  )
