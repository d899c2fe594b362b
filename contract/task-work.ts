import { z } from 'zod'
import { Comment, newComment } from './comments.ts'
import { endpoint } from './endpoint.ts'
import { expectedUpdatedAt, id, idParams, isoDate, requiredLongText, requiredText } from './fields.ts'
import { announcedFile, FileType, filePath } from './files/file-fields.ts'
import { ThumbnailState } from './files/thumbnails.ts'
import { limits } from './limits.ts'
import { activityTypes } from './partners/activity.ts'
import { PartnerTask, TaskDefinition, TaskStatus } from './tasks.ts'

/** The message to a partner who changes a task that staff have accepted. */
export const acceptedMessage =
  'This task has been accepted and can no longer be changed. Message us if something is wrong.'

/** The author's display name; null once that user is deleted. To partners, all staff are "Partner team". */
const author = z.string().nullable()

/** A file that proves that the task was done. It is at `/objects/{filePath}`, its thumbnail at `/objects/{filePath}?thumbnail`. */
export const TaskProof = z.strictObject({
  id,
  filePath: z.string(),
  fileName: z.string().nullable(),
  fileType: FileType,
  /** The size in bytes. */
  fileSize: z.number().int(),
  thumbnail: ThumbnailState,
  author,
  /** Whether the caller uploaded the file. */
  isOwn: z.boolean(),
  createdAt: isoDate,
})
export type TaskProof = z.input<typeof TaskProof>

export const TaskEvent = z.strictObject({
  id,
  activityType: z.enum(activityTypes),
  /** The new status, if the event changed the status. */
  status: TaskStatus.nullable(),
  author,
  createdAt: isoDate,
})
export type TaskEvent = z.input<typeof TaskEvent>

export const TaskDetails = PartnerTask.extend({
  partner: z.strictObject({
    id,
    fullName: z.string(),
    businessName: z.string(),
    /** How many people belong to the partner, without open invitations. */
    peopleCount: z.int(),
  }),
  proofs: z.array(TaskProof),
  /** The comments, oldest first. */
  comments: z.array(Comment),
  /** The last hundred events of the task, latest first. */
  history: z.array(TaskEvent),
})
export type TaskDetails = z.input<typeof TaskDetails>

export const getTask = endpoint('GET', '/api/tasks/:id', {
  access: 'signed-in',
  byToken: true,
  summary:
    'A task with its proof, comments and history, for its partner and for staff; for staff also a task for several partners, with its progress',
  params: idParams,
  query: z.strictObject({
    /** For staff: asks for the task for several partners, if the assignment of one partner has the same id. */
    of: z.literal('all').optional(),
  }),
  responses: { 200: z.union([TaskDetails, TaskDefinition]) },
})

export const addTaskComment = endpoint('POST', '/api/tasks/:id/comments', {
  access: 'onboarded',
  byToken: true,
  summary: 'Comments on a task; 409 when it has too many comments',
  params: idParams,
  body: newComment,
  responses: { 201: Comment },
})

/** Starts uploading a proof, which works as for other files (see `files/files.ts`): the returned address accepts one PUT of the bytes. */
export const requestProofUpload = endpoint('POST', '/api/tasks/:id/proofs/upload', {
  access: 'onboarded',
  cost: 'upload',
  summary: 'A one-time address for uploading proof for this task; 409 once the task is accepted',
  params: idParams,
  body: announcedFile,
  responses: { 201: z.strictObject({ uploadURL: z.string() }) },
})

/** Receives the bytes in the second step, if files are stored on the portal's own disk. */
export const receiveProofUpload = endpoint('PUT', '/api/task-proofs/upload/:id', {
  access: 'onboarded',
  cost: 'upload',
  summary:
    'Receives the bytes of a proof; 413 for more than was announced or allowed, 409 when they have already arrived',
  params: idParams,
  responses: { 204: z.void() },
})

/** Registers the upload in the third step. The response is the body for `addTaskProof`. */
export const registerProofUpload = endpoint('PUT', '/api/task-proofs/upload', {
  access: 'onboarded',
  cost: 'upload',
  summary:
    'Checks an uploaded proof; 415 when its content does not match its extension or a picture has too many pixels, 409 when it has expired or is being checked',
  body: z.strictObject({ resourceURL: requiredText(limits.url, 'Upload address is required') }),
  responses: { 200: z.strictObject({ filePath }) },
})

export const addTaskProof = endpoint('POST', '/api/tasks/:id/proofs', {
  access: 'onboarded',
  summary: 'Adds a file that the caller has just uploaded as proof; 409 once the task is accepted',
  params: idParams,
  body: z.strictObject({ filePath }),
  responses: { 201: TaskProof },
})

export const removeTaskProof = endpoint('DELETE', '/api/tasks/:id/proofs/:proofId', {
  access: 'onboarded',
  summary: 'Removes a proof that the caller added; 409 once the task is accepted',
  params: z.strictObject({ id, proofId: id }),
  responses: { 204: z.void() },
})

export const acceptTask = endpoint('POST', '/api/tasks/:id/accept', {
  access: 'staff',
  byToken: true,
  summary: 'Accepts a completed task; 409 while it is not completed, or when someone else has changed it',
  params: idParams,
  body: z.strictObject(expectedUpdatedAt),
  responses: { 200: PartnerTask },
})

export const SendBackTask = z.strictObject({
  comment: requiredLongText(limits.message, 'Enter what is missing'),
  ...expectedUpdatedAt,
})

export const sendBackTask = endpoint('POST', '/api/tasks/:id/send-back', {
  access: 'staff',
  byToken: true,
  summary:
    'Sends a completed task back with a comment: it is in progress again; 409 while it is not completed, or when someone else has changed it',
  params: idParams,
  body: SendBackTask,
  responses: { 200: PartnerTask },
})
