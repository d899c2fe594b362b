import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { Recap, RecapPhoto, saveRecap } from '#contract/recaps.ts'

const reads = ['/api/activations/', '/api/partner/activations', '/api/admin/'] as const

/** Writes what came of an activation. */
export const useSaveRecap = ({ id, submittedAt }: Pick<Recap, 'id' | 'submittedAt'>) =>
  useEndpointMutation(
    (body: Sent<typeof saveRecap, 'body'>) =>
      call('PUT /api/activations/:id/recap', { params: { id }, body }),
    {
      serverMessages: 'all',
      inForm: ['conflict', 'fields'],
      invalidates: reads,
      success: ({ guests, signUps, ...saved }) => ({
        title: submittedAt || !saved.submittedAt ? 'Recap saved' : 'Recap sent. Thank you!',
        ...(guests !== null &&
          signUps !== null && {
            description: `${formatCount(guests, 'guest')}, ${formatCount(signUps, 'sign-up')}`,
          }),
      }),
      failure: 'The recap could not be saved. Check your connection and try again.',
    },
  )

/** Removes a photo of an activation. */
export const useRemovePhoto = (id: string) =>
  useEndpointMutation(
    ({ id: photoId }: RecapPhoto) =>
      call('DELETE /api/activations/:id/photos/:photoId', { params: { id, photoId } }),
    {
      invalidates: reads,
      success: 'Photo removed',
      failure: 'The photo could not be removed. Check your connection and try again.',
    },
  )
