import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/lib/api.ts'
import { invalidatePaths } from '#client/lib/query-client.ts'
import { withStepUp } from '#client/lib/step-up.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { createCredential } from '#client/lib/webauthn.ts'
import type { Passkey } from '#contract/account/passkeys.ts'

/** Lets the user create a passkey and adds it. The button shows the errors, in the words of `passkeyProblem`. */
export const useAddPasskey = (onAdded: (passkey: Passkey) => unknown) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const options = await withStepUp(() => call('POST /api/account/passkeys/options', {}))
      return call('POST /api/account/passkeys', { body: { credential: await createCredential(options) } })
    },
    onSuccess: async (passkey) => {
      // With the first passkey, the server deletes the recovery codes that existed before.
      await invalidatePaths(client, ['/api/account/passkeys', '/api/account/recovery-codes'])
      await onAdded(passkey)
    },
  })
}

export const useRenamePasskey = (id: string) =>
  useEndpointMutation(
    (name: string) => call('PUT /api/account/passkeys/:id', { params: { id }, body: { name } }),
    {
      success: 'Passkey renamed',
      failure: "The passkey couldn't be renamed. Check your connection and try again.",
      serverMessages: 'all',
      inForm: ['fields'],
      invalidates: ['/api/account/passkeys'],
      awaitsReads: true,
    },
  )

export const useRemovePasskey = (id: string) =>
  useEndpointMutation(() => call('DELETE /api/account/passkeys/:id', { params: { id } }), {
    success: 'Passkey removed',
    failure: "The passkey couldn't be removed. Check your connection and try again.",
    serverMessages: 'all',
    invalidates: ['/api/account/passkeys'],
    awaitsReads: true,
  })
