import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/lib/api.ts'
import { showFailure } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import { deleteActivation } from '#contract/activations.ts'
import { deleteTask } from '#contract/tasks.ts'
import { refreshStaffReads } from '../refresh-staff-reads.ts'
import { removeRow } from './row-lists.ts'

export type DeletedKind = 'task' | 'activation'

const endpoints = { task: deleteTask, activation: deleteActivation }
const words = {
  task: { done: 'Task deleted successfully', failed: 'Failed to delete task' },
  activation: { done: 'Activation deleted successfully', failed: 'Failed to delete activation' },
}

const mutationKey = ['delete-row']

/** Deletes a row by its id. It is gone at once (`useDeleting`), and there again when the server refuses it. */
export const useDeleteRow = (kind: DeletedKind) => {
  const client = useQueryClient()
  return useMutation({
    mutationKey,
    mutationFn: (id: string) => call(endpoints[kind], { params: { id } }),
    onSuccess: (_, id) => {
      removeRow(client, id)
      void refreshStaffReads(client)
      toast({ title: words[kind].done, tone: 'positive' })
    },
    onError: (error) => {
      showFailure(error, words[kind].failed)
      void refreshStaffReads(client)
    },
  })
}

/** The ids of the rows that are being deleted. */
export const useDeleting = (): ReadonlySet<string> =>
  new Set(
    useMutationState({
      filters: { mutationKey, status: 'pending' },
      select: ({ state }) => state.variables as string,
    }),
  )
