import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, partnerParams } from './fields.ts'
import { fileMissing, namesItsFile, PartnerTask, TaskStatus, taskFields } from './tasks.ts'

export const listPartnerTasks = endpoint({
  method: 'GET',
  path: '/api/admin/partners/:partnerId/tasks',
  access: 'staff',
  summary: "A partner's tasks, the next due first",
  params: partnerParams,
  answers: { 200: z.array(PartnerTask) },
})

export const CreateTask = taskFields
  .extend({ status: TaskStatus.default('pending') })
  .refine(namesItsFile, fileMissing)
export type CreateTask = z.output<typeof CreateTask>

export const createTask = endpoint({
  method: 'POST',
  path: '/api/tasks',
  access: 'staff',
  summary: 'Gives a partner a task',
  body: CreateTask,
  answers: { 201: PartnerTask },
})

export const deleteTask = endpoint({
  method: 'DELETE',
  path: '/api/tasks/:id',
  access: 'staff',
  summary: 'Takes a task away',
  params: idParams,
  answers: { 204: z.void() },
})
