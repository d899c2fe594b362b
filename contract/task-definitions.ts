import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { StaffTask, taskListQuery } from './staff-tasks.ts'
import { TaskDefinition } from './tasks.ts'

export const taskDefinitionStates = ['open', 'completed'] as const

export const listTaskDefinitions = endpoint('GET', '/api/admin/task-definitions', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary:
    'The tasks, newest first by default: a task of one partner with their part of it, a task for several partners once, with its progress',
  query: z.strictObject({
    ...taskListQuery,
    /** The state of the listed tasks. `open` means that at least one partner has not completed the task. */
    state: z.enum(taskDefinitionStates).optional(),
  }),
  responses: { 200: z.array(z.union([StaffTask, TaskDefinition])) },
})
