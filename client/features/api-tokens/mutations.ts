import { ApiError, call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { CreateApiToken } from '#contract/api-tokens.ts'

const invalidates = ['/api/admin/api-tokens'] as const

export const useCreateToken = () =>
  useEndpointMutation((body: CreateApiToken) => call('POST /api/admin/api-tokens', { body }), {
    failure: 'The token could not be created. Check your connection and try again.',
    serverMessages: 'all',
    inForm: ['fields'],
    invalidates,
  })

/** Revokes a token. It also succeeds if someone else has revoked the token meanwhile. */
export const useRevokeToken = (id: string) =>
  useEndpointMutation(
    () =>
      call('DELETE /api/admin/api-tokens/:id', { params: { id } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }),
    {
      success: 'Token revoked',
      failure: 'The token could not be revoked. Check your connection and try again.',
      invalidates,
      awaitsReads: true,
    },
  )
