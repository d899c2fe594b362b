import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { expectedUpdatedAt, id, idParams, isoDate } from '../fields.ts'
import { planListQuery } from './plan-list.ts'
import { plannedTask, plannedTaskFields } from './planned-task.ts'
import { maxDueInDays } from './plans.ts'

export const TaskTemplate = z.strictObject({
  ...plannedTask,
  /** The days from giving the task to its due date. */
  dueInDays: z.int(),
  /** How many sets contain the template. */
  sets: z.int(),
  createdBy: id.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type TaskTemplate = z.input<typeof TaskTemplate>

export const SaveTaskTemplate = plannedTaskFields.extend({
  dueInDays: z.int({ error: 'Enter a number of days' }).min(0).max(maxDueInDays),
})
export type SaveTaskTemplate = z.output<typeof SaveTaskTemplate>

export const listTaskTemplates = endpoint('GET', '/api/admin/task-templates', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The task templates, by name',
  query: z.strictObject(planListQuery),
  responses: { 200: z.array(TaskTemplate) },
})

export const createTaskTemplate = endpoint('POST', '/api/admin/task-templates', {
  access: 'staff',
  byToken: true,
  summary: 'Creates a task template; 409 when the name is taken',
  body: SaveTaskTemplate,
  responses: { 201: TaskTemplate },
})

export const getTaskTemplate = endpoint('GET', '/api/admin/task-templates/:id', {
  access: 'staff',
  byToken: true,
  summary: 'A task template',
  params: idParams,
  responses: { 200: TaskTemplate },
})

export const updateTaskTemplate = endpoint('PUT', '/api/admin/task-templates/:id', {
  access: 'staff',
  byToken: true,
  summary:
    'Changes a template; existing tasks stay. 409 when someone else has changed it since or the name is taken',
  params: idParams,
  body: SaveTaskTemplate.extend(expectedUpdatedAt),
  responses: { 200: TaskTemplate },
})

export const deleteTaskTemplate = endpoint('DELETE', '/api/admin/task-templates/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Deletes a template, also from the sets that have it; existing tasks stay',
  params: idParams,
  responses: { 204: z.void() },
})
