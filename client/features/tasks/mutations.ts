import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useIsStaff } from '#client/domain/current-user.ts'
import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { type EndpointMutation, useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { PathPrefix } from '#contract/endpoints.ts'
import type { changeTasks } from '#contract/staff-tasks.ts'
import { type TaskStatus, taskStatusLabels } from '#contract/task-status.ts'
import type { sendBackTask, TaskProof } from '#contract/task-work.ts'
import type { createTask, PartnerTask, TaskDefinition, updateTask } from '#contract/tasks.ts'
import { markChanged, useRestoreTasks, useUndo } from './bulk-mutations.ts'

const pathOf = (id: string) => `/api/tasks/${id}` as const

/** The paths of every read that may contain a task. */
const taskLists: PathPrefix[] = [
  '/api/partner/tasks',
  '/api/admin/tasks',
  '/api/admin/partners/',
  '/api/tasks',
  '/api/admin/task-definitions',
]

type StatusChange = {
  task: Pick<PartnerTask, 'id' | 'taskName' | 'status' | 'acceptedAt' | 'isShared'>
  status: TaskStatus
  isUndo?: boolean
}

const queue = ['task-status']

/**
 * Changes the status of a task. The change is shown at once and reverted if the server refuses it, and the toast offers Undo. Of several
 * changes, the last one wins.
 */
export const useSetTaskStatus = () => {
  const client = useQueryClient()
  const isForStaff = useIsStaff()
  const undoForStaff = useUndo()
  const options: EndpointMutation<StatusChange, { updatedAt: string }> = {
    success: ({ updatedAt }, { task, status, isUndo }) => {
      if (isUndo) return { title: 'Change undone' }
      const { id, acceptedAt } = task
      // Undo also restores an acceptance that was removed with the status. It fails if a colleague has changed the task since.
      const before = { status: task.status, ...(acceptedAt && { isAccepted: true as const }) }
      return {
        title: 'Task status updated successfully',
        description: `${task.taskName}: ${taskStatusLabels[status]}`,
        ...(isForStaff
          ? undoForStaff([{ id, before, updatedAt }])
          : {
              action: {
                label: 'Undo',
                onSelect: () => undo({ task: { ...task, status }, status: task.status, isUndo: true }),
              },
            }),
      }
    },
    failure: 'Failed to update task status',
    invalidates: [staffReads, '/api/tasks'],
    queue,
    patch: {
      lists: taskLists,
      id: ({ task }) => task.id,
      change: (row, { status }) => ({ ...row, status }),
    },
    leaves: ({ task, status, isUndo }) =>
      isUndo ? null : { ids: [task.id], label: taskStatusLabels[status], hasUndo: true },
    onSuccess: (_, { task }) => markChanged(task.id),
  }
  const send = ({ task, status }: StatusChange) =>
    task.isShared
      ? changePart({ id: task.id, status })
      : call('PUT /api/tasks/:id', { params: { id: task.id }, body: { status } })
  const { mutate: undo } = useEndpointMutation(send, options)
  const { mutate } = useEndpointMutation(send, options)
  return (change: StatusChange) => {
    // The second click of a double click comes before the button goes away, so a change that is being sent is not sent again.
    if (!isOnItsWay(client, change)) mutate(change)
  }
}

const isOnItsWay = (client: QueryClient, { task, status }: StatusChange) => {
  const pending = client.getMutationCache().findAll({ mutationKey: queue, status: 'pending' })
  const last = pending
    .map(({ state }) => state.variables as StatusChange)
    .findLast((change) => change.task.id === task.id)
  return last?.status === status
}

/** Changes one partner's part of a task for several partners. The id of a part can equal the id of the task. */
const changePart = async (change: Sent<typeof changeTasks, 'body'>['changes'][number]) => {
  const { changed } = await call('POST /api/tasks/bulk', { body: { changes: [change] } })
  return changed[0] ?? { updatedAt: change.updatedAt ?? '' }
}

/** Creates a task, or updates the one with the id. */
export const useSaveTask = (id: string | undefined) =>
  useEndpointMutation(
    ({ isPart, ...body }: Sent<typeof updateTask, 'body'> & { isPart?: true }): Promise<unknown> => {
      if (!id) return call('POST /api/tasks', { body: body as Sent<typeof createTask, 'body'> })
      const { status, dueDate, ownerId, updatedAt } = body
      if (isPart) return changePart({ id, status, dueDate, ownerId, updatedAt })
      return call('PUT /api/tasks/:id', { params: { id }, body })
    },
    {
      success: id ? 'Task updated successfully' : 'Task created successfully',
      failure: id ? 'Failed to update task' : 'Failed to create task',
      inForm: ['conflict'],
      invalidates: [staffReads, ...(id ? [pathOf(id)] : [])],
    },
  )

/** Deletes a task, with the parts of all of its partners. The toast offers to undo it. */
export const useDeleteTask = (task: PartnerTask | TaskDefinition) => {
  const { mutate: restore } = useRestoreTasks()
  const isPart = task.partnerId !== null && task.isShared
  const send = (): Promise<unknown> =>
    isPart
      ? changePart({ id: task.id, isDeleted: true })
      : call('DELETE /api/tasks/:id', { params: { id: task.id } })
  return useEndpointMutation(send, {
    success: () => ({
      title: 'Task deleted successfully',
      description: task.taskName,
      action: { label: 'Undo', onSelect: () => restore([task.id]) },
    }),
    failure: 'Failed to delete task',
    invalidates: [staffReads],
    patch: { lists: taskLists, id: () => task.id, change: () => null },
    leaves: () => ({ ids: [task.id], label: 'Deleted', hasUndo: true }),
  })
}

/** Returns the reads that a change of the work on a task makes out of date. */
const workOf = (task: PartnerTask) => ({
  invalidates: [staffReads, '/api/partner/tasks', pathOf(task.id)] satisfies PathPrefix[],
  awaitsReads: true,
})

/** Gives a task to a person of its partner, or to everybody. */
export const useAssignTask = (task: PartnerTask, isForStaff: boolean) => {
  const { id, updatedAt } = task
  const send = (assigneeId: string | null): Promise<unknown> =>
    isForStaff && task.isShared
      ? changePart({ id, assigneeId, updatedAt })
      : call('PUT /api/tasks/:id', { params: { id }, body: { assigneeId, updatedAt } })
  return useEndpointMutation(send, {
    success: (_, assigneeId) => ({
      title: assigneeId ? 'Task assigned' : 'Task is for everybody',
      description: task.taskName,
    }),
    failure: 'Failed to assign task',
    ...workOf(task),
  })
}

export const useAcceptTask = (task: PartnerTask) =>
  useEndpointMutation(
    () =>
      call('POST /api/tasks/:id/accept', { params: { id: task.id }, body: { updatedAt: task.updatedAt } }),
    {
      success: 'Task accepted',
      failure: 'Failed to accept task',
      leaves: () => ({ ids: [task.id], label: 'Accepted', hasUndo: false }),
      ...workOf(task),
    },
  )

export const useSendBackTask = (task: PartnerTask) =>
  useEndpointMutation(
    (body: Sent<typeof sendBackTask, 'body'>) =>
      call('POST /api/tasks/:id/send-back', { params: { id: task.id }, body }),
    {
      success: 'Task sent back',
      leaves: () => ({ ids: [task.id], label: 'Sent back', hasUndo: false }),
      failure: 'Failed to send task back',
      inForm: ['fields'],
      ...workOf(task),
    },
  )

export const useAddComment = (task: PartnerTask) =>
  useEndpointMutation(
    (body: string) => call('POST /api/tasks/:id/comments', { params: { id: task.id }, body: { body } }),
    {
      failure: 'Failed to add comment',
      ...workOf(task),
    },
  )

export const useRemoveProof = (task: PartnerTask) =>
  useEndpointMutation(
    ({ id }: TaskProof) =>
      call('DELETE /api/tasks/:id/proofs/:proofId', { params: { id: task.id, proofId: id } }),
    { success: 'File removed', failure: 'Failed to remove file', ...workOf(task) },
  )
