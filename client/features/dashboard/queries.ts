import { useQuery } from '@tanstack/react-query'
import type { ActivationRow, DocumentRow, TaskRow } from '#client/domain/rows/rows.ts'
import { inWorkOrder } from '#client/features/tasks/task-state.ts'
import { readKey } from '#client/lib/query-client.ts'
import { listOwnActivations } from '#contract/activations.ts'
import { listOwnDocuments } from '#contract/documents/documents.ts'
import { listOwnTasks } from '#contract/tasks.ts'

/** The caller's own, as all below. What is still to be signed comes first. */
export const useDocuments = () =>
  useQuery<DocumentRow[]>({ queryKey: [listOwnDocuments.path], select: openFirst })

export const openFirst = (rows: DocumentRow[]) => [
  ...rows.filter(({ status }) => status === 'pending'),
  ...rows.filter(({ status }) => status === 'signed'),
]

export const useActivations = () => useQuery<ActivationRow[]>({ queryKey: [listOwnActivations.path] })

export const tasksKey = [listOwnTasks.path]

/** In the order of work. It is made when they arrive, so that a finished one stays in its place. */
export const useTasks = () =>
  useQuery<TaskRow[]>({
    queryKey: tasksKey,
    queryFn: async ({ queryKey }) => inWorkOrder((await readKey<TaskRow[]>(queryKey)) ?? []),
  })
