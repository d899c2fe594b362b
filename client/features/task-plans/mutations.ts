import { staffReads } from '#client/domain/staff-reads.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import {
  deleteTaskSeries,
  resumeTaskSeries,
  stopTaskSeries,
  updateTaskSeries,
} from '#contract/task-plans/series.ts'
import {
  createTaskSet,
  deleteTaskSet,
  giveTaskSet,
  type SaveTaskSet,
  type TaskSet,
  updateTaskSet,
} from '#contract/task-plans/sets.ts'
import {
  createTaskTemplate,
  deleteTaskTemplate,
  type SaveTaskTemplate,
  type TaskTemplate,
  updateTaskTemplate,
} from '#contract/task-plans/templates.ts'

const invalidates = [staffReads]
const form = { inForm: ['conflict', 'fields'], invalidates } as const

/** Ignores the error that says that someone else has deleted the item meanwhile. */
const unlessGone = (error: unknown) => {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

export const useUpdateSeries = () =>
  useEndpointMutation(
    ({ id, body }: { id: string; body: Sent<typeof updateTaskSeries, 'body'> }) =>
      call(updateTaskSeries, { params: { id }, body }),
    { success: 'Recurring task saved', failure: 'Failed to save the recurring task', ...form },
  )

/** Stops a recurring task. The toast offers to undo it. */
export const useStopSeries = () => {
  const { mutate: resume } = useResumeSeries()
  return useEndpointMutation((id: string) => call(stopTaskSeries, { params: { id } }), {
    success: (_series, id) => ({
      title: 'Recurring task stopped',
      action: { label: 'Undo', onSelect: () => resume(id) },
    }),
    failure: 'Failed to stop the recurring task',
    invalidates,
  })
}

export const useResumeSeries = () =>
  useEndpointMutation((id: string) => call(resumeTaskSeries, { params: { id } }), {
    success: 'Recurring task resumed',
    failure: 'Failed to resume the recurring task',
    invalidates,
  })

export const useDeleteSeries = () =>
  useEndpointMutation((id: string) => call(deleteTaskSeries, { params: { id } }).catch(unlessGone), {
    success: 'Recurring task deleted',
    failure: 'Failed to delete the recurring task',
    invalidates,
  })

export const useSaveTemplate = () =>
  useEndpointMutation(
    ({ record, body }: { record: TaskTemplate | null; body: SaveTaskTemplate }) =>
      record
        ? call(updateTaskTemplate, {
            params: { id: record.id },
            body: { ...body, updatedAt: record.updatedAt },
          })
        : call(createTaskTemplate, { body }),
    { success: 'Template saved', failure: 'Failed to save the template', ...form },
  )

export const useDeleteTemplate = () =>
  useEndpointMutation((id: string) => call(deleteTaskTemplate, { params: { id } }).catch(unlessGone), {
    success: 'Template deleted',
    failure: 'Failed to delete the template',
    invalidates,
  })

export const useSaveSet = () =>
  useEndpointMutation(
    ({ record, body }: { record: TaskSet | null; body: SaveTaskSet }) =>
      record
        ? call(updateTaskSet, { params: { id: record.id }, body: { ...body, updatedAt: record.updatedAt } })
        : call(createTaskSet, { body }),
    { success: 'Set saved', failure: 'Failed to save the set', ...form },
  )

export const useDeleteSet = () =>
  useEndpointMutation((id: string) => call(deleteTaskSet, { params: { id } }).catch(unlessGone), {
    success: 'Set deleted',
    failure: 'Failed to delete the set',
    invalidates,
  })

export const useGiveSet = (id: string) =>
  useEndpointMutation(
    (body: Sent<typeof giveTaskSet, 'body'>) => call(giveTaskSet, { params: { id }, body }),
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
