import { z } from 'zod'
import {
  audienceFields,
  missingAudienceIssue,
  namesNobodyByMistake,
  namesSomeone,
  shownViewId,
} from './audience.ts'
import { endpoint } from './endpoint.ts'
import {
  expectedUpdatedAt,
  id,
  idParams,
  isoDate,
  optionalLongText,
  partnerParams,
  requiredDate,
  requiredText,
} from './fields.ts'
import { FileType, filePath, fileSize, fileTypeInput } from './files/file-fields.ts'
import { limits } from './limits.ts'
import { paging } from './paging.ts'
import { taskFrequencies } from './task-plans/plans.ts'
import { taskStatuses, taskTypes } from './task-status.ts'

export const TaskType = z.enum(taskTypes)
export const TaskStatus = z.enum(taskStatuses)

export const PartnerTask = z.strictObject({
  id,
  partnerId: id,
  taskName: z.string(),
  /** The instructions for the partner; may have several lines. */
  instructions: z.string().nullable(),
  dueDate: isoDate,
  taskType: TaskType,
  /** The last part of the file's address, `/objects/{filePath}`, which staff and the task's partner can open. */
  filePath: z.string().nullable(),
  fileName: z.string().nullable(),
  fileType: FileType.nullable(),
  /** The size in bytes. */
  fileSize: z.number().int().nullable(),
  status: TaskStatus,
  /** When staff accepted the partner's work. The partner cannot change the task afterwards. */
  acceptedAt: isoDate.nullable(),
  /** When staff last sent the task back; `sentBackReason` is what they wrote. Null before that, and once they have accepted it. */
  sentBackAt: isoDate.nullable(),
  sentBackReason: z.string().nullable(),
  /** The member of staff who looks after the task; null to partners. */
  owner: z.strictObject({ id, name: z.string() }).nullable(),
  /** The person of the partner whose task it is; null if it is everybody's. */
  assignee: z.strictObject({ id, name: z.string(), profileImageUrl: z.string().nullable() }).nullable(),
  /**
   * The user who last completed the task, also after it was reopened. Null before that, once staff have sent it back, and once that user is deleted.
   * To partners, all staff are "Partner team".
   */
  completedBy: z.strictObject({ name: z.string(), isOfPartner: z.boolean() }).nullable(),
  /** The event whose plan the task belongs to. */
  activation: z.strictObject({ id, name: z.string() }).nullable(),
  proofCount: z.number().int(),
  commentCount: z.number().int(),
  /** The definition of the task. It has the same id if the task is for this partner alone; null to partners. */
  definitionId: id.nullable(),
  /** Whether other partners have the task as well; false to partners. */
  isShared: z.boolean(),
  /** The audience, if other partners have the task as well; empty to partners. */
  assignedPartnerIds: z.array(z.string()),
  assignedGroup: z.string().nullable(),
  assignedViewId: shownViewId,
  /** How often the task is repeated, if it belongs to a series that continues; null to partners. */
  repeats: z.enum(taskFrequencies).nullable(),
  /** The member of staff who created the task; null to partners. */
  createdBy: id.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type PartnerTask = z.input<typeof PartnerTask>

/** A task for several partners as staff see it. Each partner has an assignment with its own status, proofs and comments. */
export const TaskDefinition = z.strictObject({
  id,
  /** Always null, because the task is for several partners. */
  partnerId: z.null(),
  taskName: z.string(),
  instructions: z.string().nullable(),
  dueDate: isoDate,
  taskType: TaskType,
  filePath: z.string().nullable(),
  fileName: z.string().nullable(),
  fileType: FileType.nullable(),
  /** The size in bytes. */
  fileSize: z.int().nullable(),
  /** `completed` once all partners have completed the task, `pending` until the first partner starts. */
  status: TaskStatus,
  owner: z.strictObject({ id, name: z.string() }).nullable(),
  assignedPartnerIds: z.array(z.string()),
  assignedGroup: z.string().nullable(),
  assignedViewId: shownViewId,
  repeats: z.enum(taskFrequencies).nullable(),
  /** How many partners have the task, and how far they are. Each counts in one of the first three states. */
  progress: z.strictObject({
    partners: z.int(),
    pending: z.int(),
    inProgress: z.int(),
    completed: z.int(),
    /** The assignments that are open and past their due date. */
    overdue: z.int(),
    /** The partners who got the task after all others had completed it, and are counted separately; left out if there are none. */
    joinedLater: z.int().optional(),
  }),
  createdBy: id.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type TaskDefinition = z.input<typeof TaskDefinition>

export const listOwnTasks = endpoint('GET', '/api/partner/tasks', {
  access: 'signed-in',
  summary: "The caller's tasks, next due first; empty until there is a profile",
  query: z.strictObject({
    /** The event whose plan the tasks belong to. */
    activationId: id.optional(),
    ...paging,
  }),
  responses: { 200: z.array(PartnerTask) },
})

/** The fields of a task that staff enter. */
export const taskFields = z.strictObject({
  taskName: requiredText(limits.name, 'Task name is required'),
  dueDate: requiredDate('Due date is required'),
  taskType: z.enum(taskTypes, { error: 'Task type is required' }),
  status: TaskStatus,
  instructions: optionalLongText(limits.description).optional(),
  /** The member of staff who looks after the task, or null. */
  ownerId: id.nullable().optional(),
  /** The path of a file that the caller has just uploaded, or null. Its type and size may be left out. */
  filePath: filePath.nullable().optional(),
  fileType: fileTypeInput.optional(),
  fileSize: fileSize.optional(),
})

export const hasPathOfItsFile = ({ filePath, fileType, fileSize }: Partial<z.output<typeof taskFields>>) =>
  Boolean(filePath) || (fileType === undefined && fileSize === undefined)
export const missingFileIssue = { path: ['filePath'], error: 'Upload the file first.' }

/** A change of a task. Fields that are left out stay unchanged. The task's current `filePath` needs no other file fields. */
export const UpdateTask = taskFields
  .partial()
  .extend({
    ...audienceFields,
    ...expectedUpdatedAt,
    /** The person of the partner whose task it becomes, or null for everybody. Only for the task of one partner. */
    assigneeId: id.nullable().optional(),
  })
  .refine(namesNobodyByMistake, missingAudienceIssue)
  .refine(hasPathOfItsFile, missingFileIssue)
  .refine(({ updatedAt: _expected, ...change }) => Object.keys(change).length > 0, {
    path: ['status'],
    error: 'Change at least one field',
  })
export type UpdateTask = z.output<typeof UpdateTask>

export const updateTask = endpoint('PUT', '/api/tasks/:id', {
  access: 'signed-in',
  byToken: true,
  summary:
    'Changes a task or who it is for. Partners can change the status of their own until it is accepted, and give it to one of their people or take it; 403 for giving it without that right, 409 when another member has taken it; staff can change everything; 409 when someone else has changed it since',
  params: idParams,
  body: UpdateTask,
  responses: { 200: z.union([PartnerTask, TaskDefinition]) },
})

export const listPartnerTasks = endpoint('GET', '/api/admin/partners/:partnerId/tasks', {
  access: 'staff',
  byToken: true,
  summary: "A partner's tasks, next due first",
  params: partnerParams,
  query: z.strictObject(paging),
  responses: { 200: z.array(PartnerTask) },
})

export const CreateTask = taskFields
  .extend({ ...audienceFields, status: TaskStatus.default('pending') })
  .refine(namesSomeone, missingAudienceIssue)
  .refine(hasPathOfItsFile, missingFileIssue)
export type CreateTask = z.output<typeof CreateTask>

export const createTask = endpoint('POST', '/api/tasks', {
  access: 'staff',
  byToken: true,
  summary: 'Creates a task for a partner, or one for an audience',
  body: CreateTask,
  responses: { 201: z.union([PartnerTask, TaskDefinition]) },
})

export const deleteTask = endpoint('DELETE', '/api/tasks/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Deletes a task',
  params: idParams,
  responses: { 204: z.void() },
})
