import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { addressOf, readOf } from '#client/lib/query-client.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import {
  createActivation,
  deleteActivation,
  listPartnerActivations,
  type PartnerActivation,
  updateActivation,
} from '#contract/activations.ts'
import type { Sent } from '#contract/endpoint.ts'
import { listAllActivations } from '#contract/overview.ts'

type Expected = Pick<Sent<typeof updateActivation, 'body'>, 'updatedAt'>

/** Creates an activation, or updates the one with the id. */
export const useSaveActivation = (id: string | undefined) =>
  useEndpointMutation(
    (body: Sent<typeof createActivation, 'body'> & Expected) =>
      id ? call(updateActivation, { params: { id }, body }) : call(createActivation, { body }),
    {
      success: id ? 'Activation updated successfully' : 'Activation created successfully',
      failure: id ? 'Failed to update activation' : 'Failed to create activation',
      inForm: ['conflict', 'fields'],
      invalidates: [staffReads, ...(id ? [`/api/activations/${id}`] : [])],
    },
  )

export const useDeleteActivation = ({ id, partnerId }: PartnerActivation) =>
  useEndpointMutation(() => call(deleteActivation, { params: { id } }), {
    success: 'Activation deleted successfully',
    failure: 'Failed to delete activation',
    invalidates: [staffReads],
    patch: {
      lists: [
        listAllActivations.path,
        addressOf(readOf(listPartnerActivations, { params: { partnerId } }).queryKey),
      ],
      id: () => id,
      change: () => null,
    },
  })
