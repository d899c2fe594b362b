import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, isoDate } from './fields.ts'

export const taskTypes = ['physical', 'digital_social', 'ooh_screen_placement'] as const
export const TaskType = z.enum(taskTypes)
export type TaskType = z.output<typeof TaskType>

export const taskTypeLabels: Record<TaskType, string> = {
  physical: 'Physical',
  digital_social: 'Digital/Social',
  ooh_screen_placement: 'OOH Screen Placement',
}

export const taskStatuses = ['pending', 'in_progress', 'completed'] as const
export const TaskStatus = z.enum(taskStatuses)
export type TaskStatus = z.output<typeof TaskStatus>

export const PartnerTask = z.strictObject({
  id,
  partnerId: id,
  taskName: z.string(),
  dueDate: isoDate,
  taskType: TaskType,
  filePath: z.string().nullable(),
  status: TaskStatus,
  assignedPartnerIds: z.array(z.string()),
  assignedGroup: z.string().nullable(),
  createdBy: id.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type PartnerTask = z.input<typeof PartnerTask>

export const listOwnTasks = endpoint({
  method: 'GET',
  path: '/api/partner/tasks',
  access: 'signed-in',
  summary: "The caller's tasks, the next due first; empty until there is a profile",
  answers: { 200: z.array(PartnerTask) },
})

export const updateTask = endpoint({
  method: 'PUT',
  path: '/api/tasks/:id',
  access: 'signed-in',
  summary: "Sets a task's status: partners of their own tasks, staff of every task",
  params: idParams,
  body: z.strictObject({ status: TaskStatus }),
  answers: { 200: PartnerTask },
})
