import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, limits, optionalText } from './fields.ts'
import { paging } from './paging.ts'
import { SharedTask } from './tasks.ts'

export const sharedTaskStates = ['open', 'completed'] as const

export const listSharedTasks = endpoint({
  method: 'GET',
  path: '/api/admin/shared-tasks',
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The tasks that were given to several partners, each with its progress, the newest first',
  query: z.strictObject({
    /** Parts of the name, all of which must occur. */
    search: optionalText(limits.name),
    /** `open`: a partner has not completed it. */
    state: z.enum(sharedTaskStates).optional(),
    ...paging,
  }),
  answers: { 200: z.array(SharedTask) },
})

/** It is changed and deleted as every task, at `/api/tasks/{id}`. */
export const getSharedTask = endpoint({
  method: 'GET',
  path: '/api/admin/shared-tasks/:id',
  access: 'staff',
  byToken: true,
  summary: 'A task that was given to several partners, with its progress',
  params: idParams,
  answers: { 200: SharedTask },
})

export const restoreSharedTask = endpoint({
  method: 'POST',
  path: '/api/admin/shared-tasks/:id/restore',
  access: 'staff',
  byToken: true,
  summary: 'Restores a task of several partners that was deleted within the last day',
  params: idParams,
  answers: { 200: SharedTask },
})
