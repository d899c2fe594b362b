import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ActivationRow, DocumentRow, TaskRow } from '#client/domain/rows/rows.ts'
import { inWorkOrder } from '#client/features/tasks/task-state.ts'
import { pageOf, readKey, readOf } from '#client/lib/query-client.ts'
import { listPartnerActivations } from '#contract/activations.ts'
import { listPartnerDocuments } from '#contract/documents/documents.ts'
import { listNewestActivations, listNewestDocuments, listNewestTasks } from '#contract/overview.ts'
import { listPartnerTasks } from '#contract/tasks.ts'
import { openFirst } from '../queries.ts'

/** The agreements of a partner, those still to be signed first, or the newest of all partners. */
export const useStaffDocuments = (partnerId: string | null) =>
  useQuery<DocumentRow[]>({
    queryKey: partnerId
      ? readOf(listPartnerDocuments, { params: { partnerId } }).queryKey
      : [listNewestDocuments.path],
    select: partnerId ? openFirst : undefined,
  })

/** The activations of a partner, the latest first, or the newest of all partners. */
export const useStaffActivations = (partnerId: string | null) =>
  useQuery<ActivationRow[]>({
    queryKey: partnerId
      ? readOf(listPartnerActivations, { params: { partnerId } }).queryKey
      : [listNewestActivations.path],
  })

/** The tasks of a partner in the order of work, made when they arrive, or the newest of all partners. */
export const useStaffTasks = (partnerId: string | null) =>
  useQuery<TaskRow[]>({
    queryKey: partnerId
      ? readOf(listPartnerTasks, { params: { partnerId } }).queryKey
      : [listNewestTasks.path],
    queryFn: async ({ queryKey }) => {
      const tasks = (await readKey<TaskRow[]>(queryKey)) ?? []
      return partnerId ? inWorkOrder(tasks) : tasks
    },
  })

export const overduePageSize = 50

/** A page of the overdue tasks of all partners, the longest overdue first, with how many there are in all. */
export const useOverdueTasks = (page: number) => {
  const query = { state: 'overdue' as const, limit: String(overduePageSize), page: String(page) }
  return useQuery({
    ...pageOf(listNewestTasks, { query }),
    // The page before stays until the next is there, so that nothing jumps.
    placeholderData: keepPreviousData,
  })
}
