import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { saveResponse } from '#client/lib/save-response.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { addPlan } from '#contract/activation-plans.ts'
import { type ActivationStage, activationStageLabels } from '#contract/activation-stages.ts'
import type {
  addPartners,
  createActivation,
  PartnerActivation,
  updateActivation,
} from '#contract/activations.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { PathPrefix } from '#contract/endpoints.ts'

type Id = Pick<PartnerActivation, 'id'>

const pathOf = ({ id }: Id) => `/api/activations/${id}` as const

const listsWith = ({ partnerId }: PartnerActivation): PathPrefix[] => [
  '/api/admin/activations',
  `/api/admin/partners/${partnerId}/activations`,
]

/** Creates an activation for a partner, or one for each of several partners. */
export const useCreateActivation = () =>
  useEndpointMutation(
    (body: Sent<typeof createActivation, 'body'>) => call('POST /api/activations', { body }),
    {
      success: 'Activation created successfully',
      failure: 'Failed to create activation',
      inForm: ['conflict', 'fields'],
      invalidates: [staffReads],
    },
  )

/** Gives an activation the tasks of a plan. */
export const useAddPlan = ({ id }: Id) =>
  useEndpointMutation(
    (body: Sent<typeof addPlan, 'body'>) => call('POST /api/activations/:id/plan', { params: { id }, body }),
    {
      success: 'Plan added',
      failure: 'Failed to add the plan',
      inForm: ['conflict', 'fields'],
      invalidates: [staffReads, '/api/activations/'],
    },
  )

/** Adds partners to the event of an activation. */
export const useAddPartners = ({ id }: Id) =>
  useEndpointMutation(
    (assignments: Sent<typeof addPartners, 'body'>['assignments']) =>
      call('POST /api/activations/:id/partners', { params: { id }, body: { assignments } }),
    {
      success: (added) => ({ title: `${formatCount(added.length, 'partner')} added` }),
      failure: 'Failed to add the partners',
      inForm: ['fields'],
      invalidates: [staffReads, '/api/activations/'],
    },
  )

type Change = Sent<typeof updateActivation, 'body'>

export const useUpdateActivation = () =>
  useEndpointMutation(
    ({ id, change }: Id & { change: Change }) =>
      call('PUT /api/activations/:id', { params: { id }, body: change }),
    {
      success: 'Activation updated successfully',
      failure: 'Failed to update activation',
      inForm: ['conflict', 'fields'],
      // The name of an event for several partners changes for all of them.
      invalidates: [staffReads, '/api/activations/'],
    },
  )

const stageTitles: Record<ActivationStage, string> = {
  planned: 'Activation planned again',
  confirmed: 'Activation marked as confirmed',
  done: 'Activation marked as done',
  canceled: 'Activation canceled',
}

/** Changes the stage of an activation. The change is shown at once, and reverted if the server refuses it. */
export const useSetStage = (activation: PartnerActivation) =>
  useEndpointMutation(
    (stage: ActivationStage) =>
      call('PUT /api/activations/:id', {
        params: { id: activation.id },
        body: { stage, updatedAt: activation.updatedAt },
      }),
    {
      success: (_, stage) => ({ title: stageTitles[stage], description: activation.name }),
      failure: 'Failed to update activation',
      invalidates: [staffReads, pathOf(activation)],
      patch: {
        lists: [...listsWith(activation), pathOf(activation)],
        id: () => activation.id,
        change: (row, stage) => ({ ...row, stage }),
      },
      leaves: (stage) => ({ ids: [activation.id], label: activationStageLabels[stage], hasUndo: false }),
    },
  )

export const useDeleteActivation = (activation: PartnerActivation) =>
  useEndpointMutation(() => call('DELETE /api/activations/:id', { params: { id: activation.id } }), {
    success: 'Activation deleted successfully',
    failure: 'Failed to delete activation',
    invalidates: [staffReads],
    patch: { lists: listsWith(activation), id: () => activation.id, change: () => null },
  })

export const useAddComment = (id: string) =>
  useEndpointMutation(
    (body: string) => call('POST /api/activations/:id/comments', { params: { id }, body: { body } }),
    { failure: 'Failed to add comment', invalidates: [`${pathOf({ id })}/comments`] },
  )

/** Saves the activations that match the filters as a CSV file. */
export const useExportActivations = () =>
  useEndpointMutation(
    (query: Record<string, string>) =>
      saveResponse(`/api/admin/activations/export?${new URLSearchParams(query)}`),
    {
      serverMessages: 'all',
      failure: 'The activations could not be exported. Check your connection and try again.',
    },
  )
