import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { refreshStaffReads } from '#client/domain/refresh-staff-reads.ts'
import { replaceRow } from '#client/domain/rows/row-lists.ts'
import { call } from '#client/lib/api.ts'
import { showFailure } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import { listNewestTasks } from '#contract/overview.ts'
import { type PartnerTask, type TaskStatus, updateTask } from '#contract/tasks.ts'

type Move = {
  id: string
  status: TaskStatus
  /** Of the row as it was seen: what somebody else has set since is not overwritten. */
  updatedAt: string
}

const allMoves = ['move-task']

/** Sets a task's status. It shows at once (`useMoves`), and no longer when the server refuses it. */
export const useMoveTask = (id: string) => {
  const client = useQueryClient()
  const mutationKey = [...allMoves, id]
  return useMutation({
    mutationKey,
    // One call after the other: two moves of one task must not overtake each other.
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ status, updatedAt }: Move) =>
      call(updateTask, {
        params: { id },
        body: { status, updatedAt: movedSince(client, mutationKey, updatedAt) ?? updatedAt },
      }),
    onSuccess: (task) => {
      // The row stays in its place: only the overdue, whom it may have left, are asked for at once.
      replaceRow(client, task)
      void refreshStaffReads(client, 'later')
      void client.refetchQueries({ queryKey: [listNewestTasks.path, { state: 'overdue' }], type: 'active' })
      toast({ title: 'Task status updated successfully', tone: 'positive' })
    },
    onError: (error) => {
      showFailure(error, 'Failed to update task status')
      void refreshStaffReads(client)
    },
  })
}

/** Where a move waited for others that were made on the same row: what these have made of it. */
const movedSince = (client: QueryClient, mutationKey: string[], updatedAt: string) =>
  client
    .getMutationCache()
    .findAll({ mutationKey, status: 'success' })
    .map(({ state }) => state as { variables: Move; data: PartnerTask })
    .filter(({ variables }) => variables.updatedAt === updatedAt)
    .at(-1)?.data.updatedAt

/** The statuses that are on their way, by the ids of their tasks. */
export const useMoves = (): ReadonlyMap<string, TaskStatus> => {
  const moves = useMutationState({
    filters: { mutationKey: allMoves, status: 'pending' },
    select: ({ state }) => state.variables as Move,
  })
  return new Map(moves.map(({ id, status }) => [id, status]))
}
