import { z } from 'zod'
import {
  noMoment,
  sentMoment,
  usualTimes,
  type When,
  whenFields,
  whenOf,
} from '#client/domain/date-and-time/date-and-time.ts'
import { partnerField, type WithPartner } from '#client/domain/partner-picker/partner-field.tsx'
import type { RowPartner } from '#client/domain/rows/rows.ts'
import type { Sent } from '#contract/endpoint.ts'
import {
  type createTask,
  type PartnerTask,
  type TaskStatus,
  type TaskType,
  taskFields,
} from '#contract/tasks.ts'
import type { AttachedFile } from './use-attached-file.ts'

/** What is said of a task, as the form holds it. */
export type TaskValues = When &
  WithPartner & { taskName: string; taskType: TaskType | ''; status: TaskStatus }

const { taskName, taskType, status } = taskFields.shape

export const taskSchema = z.object({
  taskName,
  ...whenFields('Due date is required'),
  taskType,
  status,
  partner: partnerField,
})
export type CheckedTask = z.output<typeof taskSchema>

export const taskValues = (task: PartnerTask | null, partner: RowPartner | null): TaskValues =>
  task
    ? {
        taskName: task.taskName,
        ...whenOf(task.dueDate, usualTimes.task.time),
        taskType: task.taskType,
        status: task.status,
        partner,
      }
    : { taskName: '', ...noMoment, taskType: '', status: 'pending', partner }

type Body = Sent<typeof createTask, 'body'>

/**
 * As the server takes it.
 * @param seen the task that the form was filled from, whose file needs only be named
 */
export const sentTask = (
  { day, time, partner, ...said }: CheckedTask,
  file: AttachedFile | null,
  seen: PartnerTask | null,
): Body => ({
  ...said,
  dueDate: sentMoment({ day, time }, usualTimes.task.time, seen?.dueDate),
  partnerId: partner?.id ?? '',
  filePath: file?.filePath ?? null,
  ...(file && file.filePath !== seen?.filePath && { fileType: file.fileType, fileSize: file.fileSize }),
})
