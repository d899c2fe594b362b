import { ApiError, call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { CreateWebhook } from '#contract/webhooks/webhooks.ts'

// Changes of webhooks also change the logs of their deliveries.
const invalidates = ['/api/admin/webhooks', '/api/admin/webhook-deliveries/'] as const
const retry = 'Check your connection and try again.'

export const useCreateWebhook = () =>
  useEndpointMutation((body: CreateWebhook) => call('POST /api/admin/webhooks', { body }), {
    failure: `The webhook could not be added. ${retry}`,
    serverMessages: 'all',
    inForm: ['fields'],
    invalidates,
  })

export const useRotateSecret = (id: string) =>
  useEndpointMutation(() => call('POST /api/admin/webhooks/:id/secret', { params: { id } }), {
    failure: `The secret could not be rotated. ${retry}`,
    serverMessages: 'all',
    invalidates,
  })

export const useSwitchWebhook = (id: string) =>
  useEndpointMutation(
    (state: 'on' | 'off') => call('PUT /api/admin/webhooks/:id/state', { params: { id }, body: { state } }),
    {
      success: ({ state }) => ({ title: state === 'on' ? 'Webhook switched on' : 'Webhook switched off' }),
      failure: `The webhook could not be switched on or off. ${retry}`,
      serverMessages: 'all',
      invalidates,
    },
  )

/** Deletes a webhook. It also succeeds if someone else has deleted the webhook meanwhile. */
export const useDeleteWebhook = (id: string) =>
  useEndpointMutation(
    () =>
      call('DELETE /api/admin/webhooks/:id', { params: { id } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }),
    {
      success: 'Webhook deleted',
      failure: `The webhook could not be deleted. ${retry}`,
      invalidates,
      awaitsReads: true,
    },
  )

export const useTestWebhook = (id: string) =>
  useEndpointMutation(() => call('POST /api/admin/webhooks/:id/test', { params: { id } }), {
    success: 'Test event queued',
    failure: `The test event could not be sent. ${retry}`,
    serverMessages: 'all',
    invalidates,
  })

export const useSendWebhookAgain = (id: string) =>
  useEndpointMutation(() => call('POST /api/admin/webhook-deliveries/:id/send-again', { params: { id } }), {
    success: 'Event queued again',
    failure: `The event could not be sent again. ${retry}`,
    serverMessages: 'all',
    invalidates,
  })
