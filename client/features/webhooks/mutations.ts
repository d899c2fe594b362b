import { ApiError, call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import {
  type CreateWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  sendWebhookAgain,
  switchWebhook,
  testWebhook,
} from '#contract/webhooks/webhooks.ts'

// Changes of webhooks also change the logs of their deliveries.
const invalidates = [listWebhooks.path, '/api/admin/webhook-deliveries']
const retry = 'Check your connection and try again.'

export const useCreateWebhook = () =>
  useEndpointMutation((body: CreateWebhook) => call(createWebhook, { body }), {
    failure: `The webhook could not be added. ${retry}`,
    serverMessages: 'all',
    inForm: ['fields'],
    invalidates,
  })

export const useRotateSecret = (id: string) =>
  useEndpointMutation(() => call(rotateWebhookSecret, { params: { id } }), {
    failure: `The secret could not be rotated. ${retry}`,
    serverMessages: 'all',
    invalidates,
  })

export const useSwitchWebhook = (id: string) =>
  useEndpointMutation((state: 'on' | 'off') => call(switchWebhook, { params: { id }, body: { state } }), {
    success: ({ state }) => ({ title: state === 'on' ? 'Webhook switched on' : 'Webhook switched off' }),
    failure: `The webhook could not be switched on or off. ${retry}`,
    serverMessages: 'all',
    invalidates,
  })

/** Deletes a webhook. It also succeeds if someone else has deleted the webhook meanwhile. */
export const useDeleteWebhook = (id: string) =>
  useEndpointMutation(
    () =>
      call(deleteWebhook, { params: { id } }).catch((error: unknown) => {
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
  useEndpointMutation(() => call(testWebhook, { params: { id } }), {
    success: 'Test event queued',
    failure: `The test event could not be sent. ${retry}`,
    serverMessages: 'all',
    invalidates,
  })

export const useSendWebhookAgain = (id: string) =>
  useEndpointMutation(() => call(sendWebhookAgain, { params: { id } }), {
    success: 'Event queued again',
    failure: `The event could not be sent again. ${retry}`,
    serverMessages: 'all',
    invalidates,
  })
