import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { createActivation, PartnerActivation, updateActivation } from '#contract/activations.ts'
import type { Sent } from '#contract/endpoint.ts'

type Expected = Pick<Sent<typeof updateActivation, 'body'>, 'updatedAt'>

/** Creates an activation, or updates the one with the id. */
export const useSaveActivation = (id: string | undefined) =>
  useEndpointMutation(
    (body: Sent<typeof createActivation, 'body'> & { partnerId: string } & Expected) =>
      id
        ? call('PUT /api/activations/:id', { params: { id }, body })
        : call('POST /api/activations', { body }),
    {
      success: id ? 'Activation updated successfully' : 'Activation created successfully',
      failure: id ? 'Failed to update activation' : 'Failed to create activation',
      inForm: ['conflict', 'fields'],
      invalidates: [staffReads, ...(id ? [`/api/activations/${id}` as const] : [])],
    },
  )

export const useDeleteActivation = ({ id, partnerId }: PartnerActivation) =>
  useEndpointMutation(() => call('DELETE /api/activations/:id', { params: { id } }), {
    success: 'Activation deleted successfully',
    failure: 'Failed to delete activation',
    invalidates: [staffReads],
    patch: {
      lists: ['/api/admin/activations', `/api/admin/partners/${partnerId}/activations`],
      id: () => id,
      change: () => null,
    },
  })
