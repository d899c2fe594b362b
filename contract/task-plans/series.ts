import { z } from 'zod'
import {
  audienceFields,
  missingAudienceIssue,
  namesNobodyByMistake,
  namesSomeone,
  shownViewId,
} from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDay, expectedUpdatedAt, id, idParams, isoDate, requiredDate, timeZone } from '../fields.ts'
import { planListQuery } from './plan-list.ts'
import { plannedTask, plannedTaskFields } from './planned-task.ts'
import { defaultLeadDays, maxLeadDays, taskFrequencies } from './plans.ts'

export const TaskSeries = z.strictObject({
  ...plannedTask,
  assignedPartnerIds: z.array(z.string()),
  assignedGroup: z.string().nullable(),
  assignedViewId: shownViewId,
  frequency: z.enum(taskFrequencies),
  /** The first due date, from which the later ones are computed. */
  startsAt: isoDate,
  timeZone: z.string(),
  /** The last day on which a task may be due, in the time zone; null for a series without an end. */
  endsOn: z.string().nullable(),
  leadDays: z.int(),
  /** How many tasks have been created. */
  occurrences: z.int(),
  /** The due date of the next task to create; null if there will be no other. */
  nextDueAt: isoDate.nullable(),
  stoppedAt: isoDate.nullable(),
  createdBy: id.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type TaskSeries = z.input<typeof TaskSeries>

/** A day, `YYYY-MM-DD`; null for a series without an end. */
const endsOn = calendarDay.nullable()

/** The fields of a series that staff enter. */
export const seriesFields = plannedTaskFields.extend({
  frequency: z.enum(taskFrequencies),
  startsAt: requiredDate('Due date is required'),
  timeZone,
  endsOn,
  leadDays: z.int().min(0).max(maxLeadDays),
})

export const CreateTaskSeries = seriesFields
  .extend({
    ...audienceFields,
    endsOn: endsOn.default(null),
    leadDays: seriesFields.shape.leadDays.default(defaultLeadDays),
  })
  .refine(namesSomeone, missingAudienceIssue)
export type CreateTaskSeries = z.output<typeof CreateTaskSeries>

/** Fields that are left out stay unchanged. */
export const UpdateTaskSeries = seriesFields
  .partial()
  .extend({ ...audienceFields, ...expectedUpdatedAt })
  .refine(namesNobodyByMistake, missingAudienceIssue)
export type UpdateTaskSeries = z.output<typeof UpdateTaskSeries>

export const listTaskSeries = endpoint('GET', '/api/admin/task-series', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The recurring tasks, newest first',
  query: z.strictObject(planListQuery),
  responses: { 200: z.array(TaskSeries) },
})

export const createTaskSeries = endpoint('POST', '/api/admin/task-series', {
  access: 'staff',
  byToken: true,
  summary: 'Creates a recurring task; the tasks that are due within its lead days are created at once',
  body: CreateTaskSeries,
  responses: { 201: TaskSeries },
})

export const getTaskSeries = endpoint('GET', '/api/admin/task-series/:id', {
  access: 'staff',
  byToken: true,
  summary: 'A recurring task',
  params: idParams,
  responses: { 200: TaskSeries },
})

export const updateTaskSeries = endpoint('PUT', '/api/admin/task-series/:id', {
  access: 'staff',
  byToken: true,
  summary:
    'Changes the future tasks of a recurring task; existing ones stay. 409 when someone else has changed it since',
  params: idParams,
  body: UpdateTaskSeries,
  responses: { 200: TaskSeries },
})

export const stopTaskSeries = endpoint('POST', '/api/admin/task-series/:id/stop', {
  access: 'staff',
  byToken: true,
  summary: 'Stops a recurring task; existing tasks stay',
  params: idParams,
  responses: { 200: TaskSeries },
})

export const resumeTaskSeries = endpoint('POST', '/api/admin/task-series/:id/resume', {
  access: 'staff',
  byToken: true,
  summary:
    'Resumes a stopped recurring task, without the tasks that were skipped in the meantime; 409 when nobody is left to do it',
  params: idParams,
  responses: { 200: TaskSeries },
})

export const deleteTaskSeries = endpoint('DELETE', '/api/admin/task-series/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Deletes a recurring task; existing tasks stay',
  params: idParams,
  responses: { 204: z.void() },
})
