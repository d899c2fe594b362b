import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pageOf, pagesOf, readOf } from '#client/lib/query-client.ts'
import { getSharedTask, listSharedTasks, type sharedTaskStates } from '#contract/shared-tasks.ts'
import { listAllTasks, type TaskState } from '#contract/staff-tasks.ts'
import { useStaffTasks } from '../queries.ts'

/** A task for several partners. */
export const useSharedTask = (id: string) => useQuery(readOf(getSharedTask, { params: { id } }))

export const sharedTasksPageSize = 25

type SharedTasksQuery = { search: string; state?: (typeof sharedTaskStates)[number] | undefined }

/** A page of the tasks for several partners, the newest first. */
export const useSharedTasks = ({ search, state }: SharedTasksQuery, page: number) =>
  useQuery({
    ...pageOf(listSharedTasks, {
      query: { search, ...(state && { state }), page: String(page), limit: String(sharedTasksPageSize) },
    }),
    placeholderData: keepPreviousData,
  })

/** The partners' own tasks of one for several, by the partner's name. */
export const useTasksOf = (id: string, state: TaskState | undefined) =>
  useInfiniteQuery(
    pagesOf(listAllTasks, {
      query: { shared: id, ...(state && { state }), sort: 'partner', limit: '50' },
    }),
  )

const newestTasks = 50

/** For staff: the newest tasks of all partners. Those for several are one each. */
export const useNewestTasks = (enabled = true) => {
  const own = useStaffTasks(undefined, enabled)
  const shared = useQuery({ ...readOf(listSharedTasks, { query: { limit: String(newestTasks) } }), enabled })
  const rows = own.data && shared.data && [...own.data, ...shared.data]
  return {
    data: rows?.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, newestTasks),
    isError: own.isError || shared.isError,
    error: own.error ?? shared.error,
    refetch: () => Promise.all([own.refetch(), shared.refetch()]),
  }
}
