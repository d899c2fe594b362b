import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'

export const useWebhooks = () => useQuery(readOf('/api/admin/webhooks'))

/** Returns whether events are sent to a webhook now, which can change while its log is open. */
export const useIsWebhookOn = (webhook: Webhook) => {
  const { data } = useWebhooks()
  return (data?.find(({ id }) => id === webhook.id) ?? webhook).state === 'on'
}
