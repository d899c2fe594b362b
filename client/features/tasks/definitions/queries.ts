import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pagesOf, readOf } from '#client/lib/query-client.ts'
import { listAllTasks, type TaskState } from '#contract/staff-tasks.ts'
import { getTaskDefinition, listTaskDefinitions } from '#contract/task-definitions.ts'

/** A task for several partners. */
export const useTaskDefinition = (id: string) => useQuery(readOf(getTaskDefinition, { params: { id } }))

/** The partners' own tasks of one for several, by the partner's name. */
export const useTasksOf = (id: string, state: TaskState | undefined) =>
  useInfiniteQuery(
    pagesOf(listAllTasks, {
      query: { definitionId: id, ...(state && { state }), sort: 'partner', limit: '50' },
    }),
  )

/** For staff: the newest tasks. One for several partners is one row. */
export const useNewestTasks = (enabled = true) =>
  useQuery({ ...readOf(listTaskDefinitions, { query: { limit: '50' } }), enabled })
