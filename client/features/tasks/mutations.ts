import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { addressOf, invalidatePaths, readOf } from '#client/lib/query-client.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import { listAllTasks } from '#contract/staff-tasks.ts'
import {
  createTask,
  deleteTask,
  listOwnTasks,
  listPartnerTasks,
  type PartnerTask,
  type TaskStatus,
  updateTask,
} from '#contract/tasks.ts'
import { useRestoreTasks } from './bulk-mutations.ts'

/** The paths of every list that may contain a task. */
const listsOf = ({ partnerId }: PartnerTask) => [
  listOwnTasks.path,
  listAllTasks.path,
  addressOf(readOf(listPartnerTasks, { params: { partnerId } }).queryKey),
]

type StatusChange = {
  status: TaskStatus
  /** Refused (409) when the task is in another state on the server; left out, the last change wins. */
  expectedUpdatedAt?: string
}

/** Changes the status of a task. It shows at once, and is taken back when the server refuses it. */
export const useSetTaskStatus = (task: PartnerTask) => {
  const client = useQueryClient()
  const queue = ['task-status', task.id]
  return useEndpointMutation<StatusChange, PartnerTask>(
    ({ status, expectedUpdatedAt }) =>
      call(updateTask, {
        params: { id: task.id },
        body: {
          status,
          ...(expectedUpdatedAt && { updatedAt: afterEarlierChanges(client, queue, expectedUpdatedAt) }),
        },
      }),
    {
      success: 'Task status updated successfully',
      failure: 'Failed to update task status',
      queue,
      patch: { lists: listsOf(task), id: () => task.id, change: (row, { status }) => ({ ...row, status }) },
      // The last of several changes reads again: an earlier answer would undo what the next one shows already.
      onSuccess: () => {
        if (client.isMutating({ mutationKey: queue }) === 1) void invalidatePaths(client, [staffReads])
      },
    },
  )
}

/** The state to expect after the changes of the same queue that were begun on the same state. */
const afterEarlierChanges = (client: QueryClient, mutationKey: string[], expectedUpdatedAt: string) =>
  client
    .getMutationCache()
    .findAll({ mutationKey, status: 'success' })
    .map(({ state }) => state as { variables: StatusChange; data: PartnerTask })
    .filter(({ variables }) => variables.expectedUpdatedAt === expectedUpdatedAt)
    .at(-1)?.data.updatedAt ?? expectedUpdatedAt

type Expected = Pick<Sent<typeof updateTask, 'body'>, 'updatedAt'>

/** Creates a task, or updates the one with the id. */
export const useSaveTask = (id: string | undefined) =>
  useEndpointMutation(
    (body: Sent<typeof createTask, 'body'> & Expected) =>
      id ? call(updateTask, { params: { id }, body }) : call(createTask, { body }),
    {
      success: id ? 'Task updated successfully' : 'Task created successfully',
      failure: id ? 'Failed to update task' : 'Failed to create task',
      inForm: ['conflict'],
      invalidates: [staffReads],
    },
  )

/** Deletes a task. The toast offers to undo it. */
export const useDeleteTask = (task: PartnerTask) => {
  const { mutate: restore } = useRestoreTasks()
  return useEndpointMutation(() => call(deleteTask, { params: { id: task.id } }), {
    success: () => ({
      title: 'Task deleted successfully',
      action: { label: 'Undo', onSelect: () => restore([task.id]) },
    }),
    failure: 'Failed to delete task',
    invalidates: [staffReads],
    patch: { lists: listsOf(task), id: () => task.id, change: () => null },
  })
}
