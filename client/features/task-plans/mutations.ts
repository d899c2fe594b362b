import { staffReads } from '#client/domain/staff-reads.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { updateTaskSeries } from '#contract/task-plans/series.ts'
import type { giveTaskSet, SaveTaskSet, TaskSet } from '#contract/task-plans/sets.ts'
import type { SaveTaskTemplate, TaskTemplate } from '#contract/task-plans/templates.ts'

const invalidates = [staffReads] as const
const form = { inForm: ['conflict', 'fields'], invalidates } as const

/** Ignores the error that says that someone else has deleted the item meanwhile. */
const unlessGone = (error: unknown) => {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

export const useUpdateSeries = () =>
  useEndpointMutation(
    ({ id, body }: { id: string; body: Sent<typeof updateTaskSeries, 'body'> }) =>
      call('PUT /api/admin/task-series/:id', { params: { id }, body }),
    { success: 'Recurring task saved', failure: 'Failed to save the recurring task', ...form },
  )

/** Stops a recurring task. The toast offers to undo it. */
export const useStopSeries = () => {
  const { mutate: resume } = useResumeSeries()
  return useEndpointMutation(
    (id: string) => call('POST /api/admin/task-series/:id/stop', { params: { id } }),
    {
      success: (_series, id) => ({
        title: 'Recurring task stopped',
        action: { label: 'Undo', onSelect: () => resume(id) },
      }),
      failure: 'Failed to stop the recurring task',
      invalidates,
    },
  )
}

export const useResumeSeries = () =>
  useEndpointMutation((id: string) => call('POST /api/admin/task-series/:id/resume', { params: { id } }), {
    success: 'Recurring task resumed',
    failure: 'Failed to resume the recurring task',
    invalidates,
  })

export const useDeleteSeries = () =>
  useEndpointMutation(
    (id: string) => call('DELETE /api/admin/task-series/:id', { params: { id } }).catch(unlessGone),
    {
      success: 'Recurring task deleted',
      failure: 'Failed to delete the recurring task',
      invalidates,
    },
  )

export const useSaveTemplate = () =>
  useEndpointMutation(
    ({ record, body }: { record: TaskTemplate | null; body: SaveTaskTemplate }) =>
      record
        ? call('PUT /api/admin/task-templates/:id', {
            params: { id: record.id },
            body: { ...body, updatedAt: record.updatedAt },
          })
        : call('POST /api/admin/task-templates', { body }),
    { success: 'Template saved', failure: 'Failed to save the template', ...form },
  )

export const useDeleteTemplate = () =>
  useEndpointMutation(
    (id: string) => call('DELETE /api/admin/task-templates/:id', { params: { id } }).catch(unlessGone),
    {
      success: 'Template deleted',
      failure: 'Failed to delete the template',
      invalidates,
    },
  )

export const useSaveSet = () =>
  useEndpointMutation(
    ({ record, body }: { record: TaskSet | null; body: SaveTaskSet }) =>
      record
        ? call('PUT /api/admin/task-sets/:id', {
            params: { id: record.id },
            body: { ...body, updatedAt: record.updatedAt },
          })
        : call('POST /api/admin/task-sets', { body }),
    { success: 'Set saved', failure: 'Failed to save the set', ...form },
  )

export const useDeleteSet = () =>
  useEndpointMutation(
    (id: string) => call('DELETE /api/admin/task-sets/:id', { params: { id } }).catch(unlessGone),
    {
      success: 'Set deleted',
      failure: 'Failed to delete the set',
      invalidates,
    },
  )

export const useGiveSet = (id: string) =>
  useEndpointMutation(
    (body: Sent<typeof giveTaskSet, 'body'>) =>
      call('POST /api/admin/task-sets/:id/give', { params: { id }, body }),
    {
      success: ({ partners, tasks }) => ({
        title: 'Set assigned',
        description: `${formatCount(tasks, 'task')} for ${formatCount(partners, 'partner')}`,
      }),
      failure: 'Failed to assign the set',
      inForm: ['fields'],
      invalidates,
    },
  )
