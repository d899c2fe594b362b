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
import { listNewestActivations } from '#contract/overview.ts'

export const useCreateActivation = () =>
  useEndpointMutation((body: Sent<typeof createActivation, 'body'>) => call(createActivation, { body }), {
    success: 'Activation created successfully',
    failure: 'Failed to create activation',
    invalidates: [staffReads],
  })

export const useUpdateActivation = (id: string) =>
  useEndpointMutation(
    (body: Sent<typeof updateActivation, 'body'>) => call(updateActivation, { params: { id }, body }),
    {
      success: 'Activation updated successfully',
      failure: 'Failed to update activation',
      inForm: ['conflict'],
      invalidates: [staffReads],
    },
  )

export const useDeleteActivation = ({ id, partnerId }: PartnerActivation) =>
  useEndpointMutation(() => call(deleteActivation, { params: { id } }), {
    success: 'Activation deleted successfully',
    failure: 'Failed to delete activation',
    invalidates: [staffReads],
    patch: {
      lists: [
        listNewestActivations.path,
        addressOf(readOf(listPartnerActivations, { params: { partnerId } }).queryKey),
      ],
      id: () => id,
      change: () => null,
    },
  })
