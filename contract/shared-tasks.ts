import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, isoDate, limits, optionalText } from './fields.ts'
import { FileType } from './files/file-fields.ts'
import { paging } from './paging.ts'
import { TaskStatus, TaskType } from './task-fields.ts'

const count = z.int()

/** A task for several partners. Each of them has a task of their own, with its status, proof and comments. */
export const SharedTask = z.strictObject({
  id,
  /** Null: it is for several. */
  partnerId: z.null(),
  taskName: z.string(),
  instructions: z.string().nullable(),
  dueDate: isoDate,
  taskType: TaskType,
  filePath: z.string().nullable(),
  fileName: z.string().nullable(),
  fileType: FileType.nullable(),
  /** Bytes. */
  fileSize: z.int().nullable(),
  /** `completed` once all of its partners have completed it, `pending` until the first has begun. */
  status: TaskStatus,
  owner: z.strictObject({ id, name: z.string() }).nullable(),
  assignedPartnerIds: z.array(z.string()),
  assignedGroup: z.string().nullable(),
  /** How many partners have it, and how far they are; each counts in one of the first three states. */
  progress: z.strictObject({
    partners: count,
    pending: count,
    inProgress: count,
    completed: count,
    /** Open, and past the due date. */
    overdue: count,
  }),
  createdBy: id.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type SharedTask = z.input<typeof SharedTask>

export const sharedTaskStates = ['open', 'completed'] as const

export const listSharedTasks = endpoint({
  method: 'GET',
  path: '/api/admin/shared-tasks',
  access: 'staff',
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
  summary: 'A task that was given to several partners, with its progress',
  params: idParams,
  answers: { 200: SharedTask },
})

export const restoreSharedTask = endpoint({
  method: 'POST',
  path: '/api/admin/shared-tasks/:id/restore',
  access: 'staff',
  summary: 'Restores a task of several partners that was deleted within the last day',
  params: idParams,
  body: z.strictObject({}),
  answers: { 200: SharedTask },
})
