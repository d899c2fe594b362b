import type { z } from 'zod'
import { currentUserPath } from '#client/domain/current-user.ts'
import { reportOwnZone } from '#client/domain/time-zones.ts'
import { call, sendFile } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { UpdateOwnAccount } from '#contract/account/profile.ts'
import { squarePicture, UnreadablePicture } from './square-picture.ts'

const shared = { invalidates: ['/api/account/profile', currentUserPath], awaitsReads: true } as const

export const useUpdateOwnAccount = () =>
  useEndpointMutation(saveOwnAccount, {
    ...shared,
    success: 'Details saved',
    failure: 'Your details could not be saved. Check your connection and try again.',
    inForm: ['fields'],
  })

/** Saves the account. If the user has chosen no time zone, the zone of this browser is stored again. */
const saveOwnAccount = async (body: z.output<typeof UpdateOwnAccount>) => {
  const saved = await call('PUT /api/account/profile', { body })
  if (!saved.isTimeZoneChosen) await reportOwnZone()
  return saved
}

export const usePutPicture = () =>
  useEndpointMutation(async (file: File) => sendFile('PUT /api/account/picture', await squarePicture(file)), {
    ...shared,
    success: 'Picture saved',
    failure: (error) =>
      error instanceof UnreadablePicture
        ? 'This picture could not be read. Choose a JPG, PNG or WebP file.'
        : 'Your picture could not be saved. Check your connection and try again.',
  })

export const useRemovePicture = () =>
  useEndpointMutation(() => call('DELETE /api/account/picture', {}), {
    ...shared,
    success: 'Picture removed',
    failure: 'Your picture could not be removed. Check your connection and try again.',
  })
