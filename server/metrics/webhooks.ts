import { Counter, type Registry } from 'prom-client'

/** The results of an attempt. `retried`: it failed and will be retried; `failed`: it failed for good. */
const webhookResults = ['delivered', 'retried', 'failed'] as const
export type WebhookResult = (typeof webhookResults)[number]

/** Counts the attempts to deliver webhooks by their result. */
export const countWebhooks = (registry: Registry) => {
  const attempts = new Counter({
    name: 'portal_webhook_attempts_total',
    help: 'Attempts of this process to deliver webhooks, by result: delivered, retried (tried again) or failed (for good).',
    labelNames: ['result'],
    registers: [registry],
  })
  for (const result of webhookResults) attempts.inc({ result }, 0)
  return (result: WebhookResult) => attempts.inc({ result })
}
