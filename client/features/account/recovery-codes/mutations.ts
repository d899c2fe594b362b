import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { createRecoveryCodes, getRecoveryCodes } from '#contract/account/recovery-codes.ts'

/** Replaces the user's recovery codes with new ones. */
export const useCreateRecoveryCodes = (onCreated: (codes: string[]) => void) =>
  useEndpointMutation(() => call(createRecoveryCodes, {}), {
    failure: "The recovery codes couldn't be created. Check your connection and try again.",
    serverMessages: 'all',
    invalidates: [getRecoveryCodes.path],
    onSuccess: ({ codes }) => onCreated(codes),
  })
