import type { BadgeTone } from '#client/ui/badge.tsx'
import type { DeliveryState } from '#contract/webhooks/delivery-states.ts'
import { type WebhookEvent, webhookEventLabels, webhookTestEvent } from '#contract/webhooks/event-labels.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'

/** The tone of a delivery's badge. */
export const deliveryTones: Record<DeliveryState, BadgeTone> = {
  waiting: 'info',
  delivered: 'positive',
  failed: 'danger',
}

const labels: Record<WebhookEvent | typeof webhookTestEvent, string> = {
  ...webhookEventLabels,
  [webhookTestEvent]: 'Test event',
}

/** Returns the label of an event on screens. */
export const eventLabelOf = (event: keyof typeof labels) => labels[event]

/** Returns the host of a webhook, which is its name on screens. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>) => URL.parse(url)?.host ?? url
