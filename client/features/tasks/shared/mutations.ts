import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { restoreSharedTask } from '#contract/shared-tasks.ts'
import type { SharedTask } from '#contract/tasks.ts'
import { createTask, deleteTask } from '#contract/tasks.ts'

const invalidates = [staffReads, createTask.path]

/** Deletes a task for several partners. The toast offers to undo it. */
export const useDeleteSharedTask = ({ id, taskName }: Pick<SharedTask, 'id' | 'taskName'>) => {
  const { mutate: restore } = useEndpointMutation(() => call(restoreSharedTask, { params: { id } }), {
    success: 'Task restored',
    failure: 'Failed to restore task',
    invalidates,
  })
  return useEndpointMutation(() => call(deleteTask, { params: { id } }), {
    success: () => ({
      title: 'Task deleted successfully',
      description: taskName,
      action: { label: 'Undo', onSelect: () => restore() },
    }),
    failure: 'Failed to delete task',
    invalidates,
    leaves: () => ({ ids: [id], label: 'Deleted', hasUndo: true }),
  })
}
