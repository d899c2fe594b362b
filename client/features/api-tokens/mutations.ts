import { ApiError, call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { type CreateApiToken, createApiToken, listApiTokens, revokeApiToken } from '#contract/api-tokens.ts'

const invalidates = [listApiTokens.path]

export const useCreateToken = () =>
  useEndpointMutation((body: CreateApiToken) => call(createApiToken, { body }), {
    failure: 'The token could not be created. Check your connection and try again.',
    serverMessages: 'all',
    inForm: ['fields'],
    invalidates,
  })

/** Revokes a token. It also succeeds if someone else has revoked the token meanwhile. */
export const useRevokeToken = (id: string) =>
  useEndpointMutation(
    () =>
      call(revokeApiToken, { params: { id } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }),
    {
      success: 'Token revoked',
      failure: 'The token could not be revoked. Check your connection and try again.',
      invalidates,
      awaitsReads: true,
    },
  )
