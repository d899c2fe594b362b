import { useQueryClient } from '@tanstack/react-query'
import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { addressOf, invalidatePaths, readOf } from '#client/lib/query-client.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import { listAllTasks } from '#contract/staff-tasks.ts'
import {
  acceptTask,
  addTaskComment,
  getTask,
  removeTaskProof,
  sendBackTask,
  type TaskProof,
} from '#contract/task-work.ts'
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

const pathOf = (id: string) => addressOf(readOf(getTask, { params: { id } }).queryKey)

/** The paths of every read that may contain a task. */
const listsOf = ({ id, partnerId }: PartnerTask) => [
  pathOf(id),
  listOwnTasks.path,
  listAllTasks.path,
  addressOf(readOf(listPartnerTasks, { params: { partnerId } }).queryKey),
]

/** For partners: changes the status of an own task. It shows at once, and is taken back when the server refuses it. */
export const useSetTaskStatus = (task: PartnerTask) => {
  const client = useQueryClient()
  const queue = ['task-status', task.id]
  return useEndpointMutation(
    (status: TaskStatus) => call(updateTask, { params: { id: task.id }, body: { status } }),
    {
      success: 'Task status updated successfully',
      failure: 'Failed to update task status',
      queue,
      patch: { lists: listsOf(task), id: () => task.id, change: (row, status) => ({ ...row, status }) },
      // The last of several changes reads again: an earlier answer would undo what the next one shows already.
      onSuccess: () => {
        if (client.isMutating({ mutationKey: queue }) === 1) void invalidatePaths(client, [pathOf(task.id)])
      },
    },
  )
}

/** Creates a task, or updates the one with the id. */
export const useSaveTask = (id: string | undefined) =>
  useEndpointMutation(
    (body: Sent<typeof updateTask, 'body'>) =>
      id
        ? call(updateTask, { params: { id }, body })
        : call(createTask, { body: body as Sent<typeof createTask, 'body'> }),
    {
      success: id ? 'Task updated successfully' : 'Task created successfully',
      failure: id ? 'Failed to update task' : 'Failed to create task',
      inForm: ['conflict'],
      invalidates: [staffReads, ...(id ? [pathOf(id)] : [])],
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

/** What a change of the task's work makes out of date. */
const workOf = (task: PartnerTask) => ({
  invalidates: [staffReads, listOwnTasks.path, pathOf(task.id)],
  awaitsReads: true,
})

export const useAcceptTask = (task: PartnerTask) =>
  useEndpointMutation(
    () => call(acceptTask, { params: { id: task.id }, body: { updatedAt: task.updatedAt } }),
    { success: 'Task accepted', failure: 'Failed to accept task', ...workOf(task) },
  )

export const useSendBackTask = (task: PartnerTask) =>
  useEndpointMutation(
    (body: Sent<typeof sendBackTask, 'body'>) => call(sendBackTask, { params: { id: task.id }, body }),
    {
      success: 'Task sent back',
      failure: 'Failed to send task back',
      inForm: ['fields'],
      ...workOf(task),
    },
  )

export const useAddComment = (task: PartnerTask) =>
  useEndpointMutation((body: string) => call(addTaskComment, { params: { id: task.id }, body: { body } }), {
    failure: 'Failed to add comment',
    ...workOf(task),
  })

export const useRemoveProof = (task: PartnerTask) =>
  useEndpointMutation(
    ({ id }: TaskProof) => call(removeTaskProof, { params: { id: task.id, proofId: id } }),
    { success: 'File removed', failure: 'Failed to remove file', ...workOf(task) },
  )
