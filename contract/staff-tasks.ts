import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  expectedUpdatedAt,
  id,
  inputDate,
  isoDate,
  optionalText,
  requiredDate,
  staffFilter,
} from './fields.ts'
import { limits, maxSelectedTasks } from './limits.ts'
import { rowPartner } from './overview.ts'
import { paging } from './paging.ts'
import { taskSorts } from './task-sorts.ts'
import { PartnerTask, TaskStatus, TaskType } from './tasks.ts'

/** A task in the list of the tasks of all partners. */
export const StaffTask = PartnerTask.extend({ partner: rowPartner })
export type StaffTask = z.input<typeof StaffTask>

/** `open`: not completed. `review`: completed with proof, but neither accepted nor sent back. */
export const taskStates = ['open', 'review', ...TaskStatus.options] as const
export type TaskState = (typeof taskStates)[number]

/** The filters and the order of every list of tasks. */
export const taskListQuery = {
  /** Parts of the task's name, all of which must occur. */
  search: optionalText(limits.name),
  taskType: TaskType.optional(),
  /** The moment from which tasks are due, inclusive. */
  from: inputDate.optional(),
  /** The moment until which tasks are due, exclusive. */
  until: inputDate.optional(),
  /** The member of staff who looks after the tasks; `none` also for tasks whose owner has left the team. */
  owner: staffFilter,
  /** Whether to list only tasks for several partners. */
  shared: z.literal('only').optional(),
  sort: z.enum(taskSorts).optional(),
  ...paging,
}

export const listAllTasks = endpoint('GET', '/api/admin/tasks', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The tasks of all partners, newest first by default',
  query: z.strictObject({
    ...taskListQuery,
    state: z.enum(taskStates).optional(),
    /** Whether to list only open tasks that are past their due date. */
    due: z.literal('overdue').optional(),
    partnerId: id.optional(),
    /** The task for several partners whose assignments to list. */
    definitionId: id.optional(),
    /** The event whose plan the tasks belong to. */
    activationId: id.optional(),
    /** The group of the partners' users. */
    partnerGroup: optionalText(limits.group),
    /** The manager of the partners. */
    manager: staffFilter,
  }),
  responses: { 200: z.array(StaffTask) },
})

const someTasks = <Item extends z.ZodType>(item: Item) =>
  z.array(item).min(1, 'Select a task').max(maxSelectedTasks, `Choose at most ${maxSelectedTasks} at a time`)

/** The fields that can be changed for several tasks at once. */
const bulkFields = {
  status: TaskStatus,
  dueDate: requiredDate('Due date is required'),
  ownerId: id.nullable(),
  assigneeId: id.nullable(),
}

/** Restores an acceptance that the previous change, identified by `updatedAt`, removed together with the status. */
const isAccepted = z.literal(true)

/** The change of a task. Fields that are left out stay unchanged. */
export const TaskChange = z
  .strictObject({ id, ...expectedUpdatedAt })
  .extend(z.strictObject({ ...bulkFields, isAccepted, isDeleted: z.literal(true) }).partial().shape)
  .refine(({ id: _id, updatedAt: _expected, ...change }) => Object.keys(change).length > 0, {
    error: 'Change at least one field',
  })
  .refine((change) => !change.isAccepted || (change.status === 'completed' && change.updatedAt), {
    path: ['isAccepted'],
    error: 'Only undoing a change can restore an acceptance',
  })
  .refine((change) => !change.isDeleted || Object.keys(change).every((name) => !(name in bulkFields)), {
    path: ['isDeleted'],
    error: 'A deleted task cannot be changed',
  })
export type TaskChange = z.output<typeof TaskChange>

export const changeTasks = endpoint('POST', '/api/tasks/bulk', {
  access: 'staff',
  byToken: true,
  summary:
    'Changes or deletes several tasks, all or none of them; 409 when someone else has changed one since',
  body: z.strictObject({
    changes: someTasks(TaskChange).refine(
      (changes) => new Set(changes.map(({ id }) => id)).size === changes.length,
      'List each task once',
    ),
  }),
  responses: {
    200: z.strictObject({
      /** The tasks that have changed. Sending `before` and `updatedAt` as `changes` undoes the change. */
      changed: z.array(
        z.strictObject({
          id,
          before: z.strictObject({ ...bulkFields, dueDate: isoDate, isAccepted }).partial(),
          updatedAt: isoDate,
        }),
      ),
    }),
  },
})

export const restoreTasks = endpoint('POST', '/api/tasks/restore', {
  access: 'staff',
  byToken: true,
  summary:
    'Restores tasks that were deleted within the last day, all or none of them; those for several partners come back with all their parts',
  body: z.strictObject({ ids: someTasks(id) }),
  responses: { 200: z.strictObject({ restored: z.number().int() }) },
})
