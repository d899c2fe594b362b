import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import { maxDueInDays } from '#contract/task-plans/plans.ts'
import type { createTaskSeries } from '#contract/task-plans/series.ts'
import type { PartnerTask, TaskDefinition } from '#contract/tasks.ts'

/** Creates a recurring task. */
export const useCreateSeries = () =>
  useEndpointMutation(
    (body: Sent<typeof createTaskSeries, 'body'>) => call('POST /api/admin/task-series', { body }),
    {
      success: 'Recurring task created',
      failure: 'Failed to create task',
      inForm: ['fields'],
      invalidates: [staffReads],
    },
  )

const dayMs = 86_400_000

/** Returns how many days the task had between its creation and its due date. */
const dueInDays = ({ dueDate, createdAt }: PartnerTask | TaskDefinition) => {
  const days = Math.round((Date.parse(dueDate) - Date.parse(createdAt)) / dayMs)
  return Math.min(Math.max(days, 0), maxDueInDays)
}

/** Makes a template of a task, without its file. */
export const useSaveAsTemplate = () =>
  useEndpointMutation(
    (task: PartnerTask | TaskDefinition) =>
      call('POST /api/admin/task-templates', {
        body: {
          taskName: task.taskName,
          instructions: task.instructions,
          taskType: task.taskType,
          ownerId: task.owner?.id ?? null,
          dueInDays: dueInDays(task),
        },
      }),
    {
      success: 'Saved as a template',
      failure: 'Failed to save the template',
      serverMessages: 'all',
      invalidates: ['/api/admin/task-templates'],
    },
  )
