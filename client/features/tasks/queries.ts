import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mineFilter, useDashboardView } from '#client/domain/dashboard-view.ts'
import type { TaskRow } from '#client/domain/rows/rows.ts'
import { pageOf, pagesOf, readOf } from '#client/lib/query-client.ts'
import type { Received, Sent } from '#contract/endpoint.ts'
import type { listAllTasks, TaskState } from '#contract/staff-tasks.ts'
import type { listTaskDefinitions } from '#contract/task-definitions.ts'
import type { TaskSort } from '#contract/task-sorts.ts'
import { type FirstShown, inShownOrder, withNewTasks } from './task-state.ts'

export const ownTasks = readOf('/api/partner/tasks')

/** The partner's own tasks, the next due first. */
export const useOwnTasks = () => useQuery<TaskRow[]>({ queryKey: ownTasks.queryKey })

/**
 * A task with everything that belongs to it; for staff, it may be a task for several partners.
 * @param isWhole whether the task for several partners is meant; the part of one of its partners can have the same id
 */
export const useTask = (id: string, isWhole: boolean) =>
  useQuery(readOf('/api/tasks/:id', { params: { id }, ...(isWhole && { query: { of: 'all' as const } }) }))

/** The people of a partner; for its owner, those who may sign, and staff. */
export const usePeople = (partnerId: string, isForStaff: boolean) =>
  useQuery(
    isForStaff
      ? readOf('/api/admin/partners/:partnerId/members', { params: { partnerId } })
      : readOf('/api/partner/members'),
  )

/** The tasks of the plan of an activation, the next due first. Partners read their own. */
export const useTasksOfEvent = (activationId: string, isForStaff: boolean) => {
  const forStaff = readOf('/api/admin/tasks', { query: { activationId, sort: 'due', limit: '100' } })
  const own = readOf('/api/partner/tasks', { query: { activationId } })
  return useQuery<TaskRow[]>({ queryKey: isForStaff ? forStaff.queryKey : own.queryKey })
}

/** For staff: the tasks of a partner, the next due first. */
export const useStaffTasks = (partnerId: string, enabled = true) =>
  useQuery<TaskRow[]>({
    ...readOf('/api/admin/partners/:partnerId/tasks', { params: { partnerId } }),
    enabled,
  })

/** For staff: the newest tasks. A task for several partners is one row; of own partners, each part is. */
export const newestTasks = (isMine: boolean) =>
  isMine
    ? readOf('/api/admin/tasks', { query: { ...mineFilter(true), limit: '50' } })
    : readOf('/api/admin/task-definitions', { query: { limit: '50' } })

export const useNewestTasks = (enabled = true) =>
  useQuery<Received<typeof listTaskDefinitions>>({
    queryKey: newestTasks(useDashboardView().isMine).queryKey,
    enabled,
  })

/** The partners' parts of a task for several partners, sorted by the partner's name. */
export const usePartsOf = (definitionId: string, state: TaskState | undefined) =>
  useInfiniteQuery(
    pagesOf('/api/admin/tasks', {
      query: { definitionId, ...(state && { state }), sort: 'partner', limit: '50' },
    }),
  )

export const allTasksPageSize = 50

type AllTasksQuery = Omit<Sent<typeof listAllTasks, 'query'>, 'sort' | 'page' | 'limit'>

/** A page of the tasks of all partners. */
export const useAllTasks = (query: AllTasksQuery, sort: TaskSort, page: number) =>
  useQuery({
    ...pageOf('/api/admin/tasks', {
      query: { ...query, sort, page: String(page), limit: String(allTasksPageSize) },
    }),
    placeholderData: keepPreviousData,
  })

/**
 * Returns tasks in the order in which they should be worked on. A task stays where it was first shown until the component is unmounted, so
 * that it does not move away when it is completed.
 */
export const useShownOrder = (tasks: TaskRow[] | undefined): TaskRow[] | undefined => {
  const [shown, setShown] = useState<FirstShown>(new Map())
  const next = withNewTasks(shown, tasks ?? [])
  if (next !== shown) setShown(next)
  return tasks && inShownOrder(tasks, next)
}
