import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'

/** Replaces the user's recovery codes with new ones. */
export const useCreateRecoveryCodes = (onCreated: (codes: string[]) => void) =>
  useEndpointMutation(() => call('POST /api/account/recovery-codes', {}), {
    failure: "The recovery codes couldn't be created. Check your connection and try again.",
    serverMessages: 'all',
    invalidates: ['/api/account/recovery-codes'],
    onSuccess: ({ codes }) => onCreated(codes),
  })
