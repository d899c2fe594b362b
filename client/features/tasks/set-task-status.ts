import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TaskRow } from '#client/domain/rows/rows.ts'
import { tasksKey } from '#client/features/dashboard/queries.ts'
import { call } from '#client/lib/api.ts'
import { showFailure } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import { type PartnerTask, type TaskStatus, updateTask } from '#contract/tasks.ts'

/** Moves one of the caller's own tasks on. It shows at once, and is taken back when the server refuses it. */
export const useSetTaskStatus = (id: string) => {
  const client = useQueryClient()
  const queryKey = tasksKey
  const mutationKey = ['task-status', id]

  const change = (part: Partial<PartnerTask>) =>
    client.setQueryData<TaskRow[]>(queryKey, (tasks) =>
      tasks?.map((task) => (task.id === id ? { ...task, ...part } : task)),
    )

  return useMutation({
    mutationKey,
    // One call after the other: Start and Mark Complete, pressed in a row, must not overtake each other.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (status: TaskStatus) => call(updateTask, { params: { id }, body: { status } }),
    onMutate: async (status) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData<TaskRow[]>(queryKey)?.find((task) => task.id === id)
      change({ status })
      return before?.status
    },
    onSuccess: (task) => {
      // While a second change waits, that one is what shows.
      if (client.isMutating({ mutationKey }) === 1) change(task)
      toast({ title: 'Task status updated successfully', tone: 'positive' })
    },
    onError: (error, _status, before) => {
      if (before) change({ status: before })
      showFailure(error, 'Failed to update task status')
      return client.invalidateQueries({ queryKey })
    },
  })
}
