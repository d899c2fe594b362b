import { maxComments, maxProofs } from '#contract/limits.ts'
import type { TaskStatus } from '#contract/task-status.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import {
  claimRegisteredFile,
  getRegisteredFile,
  releaseFiles,
  requestUpload,
} from '#server/features/files/actions.ts'
import { hasThumbnailOf, type SetThumbnail } from '#server/features/files/thumbnails.ts'
import { AppError, notFound, orNotFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { requireNotAccepted, requireReachable } from '../actions.ts'
import { getTask, lockTask, type Task, updateTask } from '../data.ts'
import { getTaskDefinition } from '../definitions/data.ts'
import {
  acceptanceIn,
  taskAccepted,
  taskCommented,
  taskProofAdded,
  taskProofRemoved,
  taskSentBack,
} from '../events.ts'
import { forReader } from '../for-partner.ts'
import * as data from './data.ts'
import { authoredFor, proofFor } from './for-reader.ts'

type UploadDeps = Pick<Deps, 'db' | 'store'>
type ProofDeps = UploadDeps & Pick<Deps, 'jobs'>

/**
 * Reads a task with everything that belongs to it, as this user sees it. Staff can also read a task for several partners.
 * @param isWhole whether staff want the task for several, if the part of one partner has the same id
 * @throws AppError `not_found`
 */
export const getTaskDetails = async (db: Database, user: SignedInUser, id: string, isWhole: boolean) => {
  const part = isWhole && isStaff(user.role) ? undefined : await getTask(db, id)
  const definition = !part && isStaff(user.role) ? await getTaskDefinition(db, id) : undefined
  if (definition) return definition
  const task = requireReachable(user, part ?? (await getTask(db, id)))
  const [partner, proofs, comments, events] = await Promise.all([
    data.getTaskPartner(db, task.partnerId),
    data.listProofs(db, id),
    data.listComments(db, id),
    data.listEvents(db, task, isStaff(user.role)),
  ])
  return forReader(user, {
    ...task,
    partner: orNotFound(partner),
    proofs: proofs.map((proof) => proofFor(user, proof)),
    comments: comments.map((comment) => authoredFor(user, comment)),
    history: events.map((event) => authoredFor(user, event)),
  })
}

/** Adds a comment to a task. @throws AppError `not_found`; `conflict` when the task has too many */
export const addComment = (db: Database, user: SignedInUser, id: string, body: string) =>
  db.transaction(async (tx) => {
    const task = requireReachable(user, await lockTask(tx, id))
    const comment = await writeComment(tx, user, task, body)
    await record(tx, taskCommented, user, { task, body })
    return authoredFor(user, comment)
  })

const writeComment = async (tx: Executor, user: SignedInUser, task: Task, body: string) => {
  if (task.commentCount >= maxComments) {
    throw new AppError('conflict', `A task can have at most ${maxComments} comments. Use the chat.`)
  }
  return data.addComment(tx, { taskId: task.id, authorId: user.id, body })
}

/**
 * Creates an upload for a proof of this task, and returns the URL for the upload.
 * @throws AppError `not_found`; `conflict` when the task is accepted or has the maximum number of proofs
 */
export const requestProofUpload = async (
  deps: UploadDeps,
  user: SignedInUser,
  id: string,
  file: { fileName: string; fileSize: number },
) => {
  requireOpenForProof(requireReachable(user, await getTask(deps.db, id)))
  return requestUpload(deps, user, file, 'proof')
}

const requireOpenForProof = (task: Task) => {
  requireNotAccepted(task)
  if (task.proofCount >= maxProofs) {
    throw new AppError('conflict', `A task can have at most ${maxProofs} files as proof.`)
  }
}

/**
 * Adds a file that this user has just registered to the task as proof.
 * @throws AppError `not_found`; `bad_request` for a file that the user may not use; `conflict` as `requestProofUpload`
 */
export const addProof = async (deps: ProofDeps, user: SignedInUser, id: string, filePath: string) => {
  const { db, jobs } = deps
  requireReachable(user, await getTask(db, id))
  const file = await getRegisteredFile(deps, user, { filePath }, 'proof')
  return db.transaction(async (tx) => {
    const task = requireReachable(user, await lockTask(tx, id))
    requireOpenForProof(task)
    await claimRegisteredFile(tx, file)
    const { objectKey, fileName, fileType, fileSize, sha256: fileSha256 } = file
    const stored = { filePath: objectKey, fileName, fileType, fileSize, fileSha256 }
    await data.addProof(tx, { taskId: id, uploadedBy: user.id, ...stored })
    if (hasThumbnailOf(fileType)) await jobs.enqueue(tx, 'thumbnail', { objectKey })
    await touch(tx, task)
    await record(tx, taskProofAdded, user, { task, fileName, after: { fileName } })
    const proof = (await data.listProofs(tx, id)).find((added) => added.filePath === objectKey)
    return proofFor(user, orNotFound(proof))
  })
}

/** Removes a user's own proof. @throws AppError `not_found`, also for another user's proof; `conflict` once the task is accepted */
export const removeProof = (db: Database, user: SignedInUser, id: string, proofId: string) =>
  db.transaction(async (tx) => {
    const task = requireReachable(user, await lockTask(tx, id))
    const proof = (await data.listProofs(tx, id)).find((listed) => listed.id === proofId)
    if (!proof || proof.authorId !== user.id) throw notFound()
    requireNotAccepted(task)
    await releaseFiles(tx, [proof.filePath])
    await data.removeProof(tx, proofId)
    await touch(tx, task)
    await record(tx, taskProofRemoved, user, { task, before: { fileName: proof.fileName } })
  })

/** Updates `updatedAt`, so that nobody accepts a task without having seen its current proof. */
const touch = (tx: Executor, { id }: Task) => updateTask(tx, id, { updatedAt: new Date() })

/** Accepts a task. @throws AppError `not_found`; `conflict` when it is not completed, or has changed since the editor saw it */
export const acceptTask = (db: Database, user: SignedInUser, id: string, expected: Date | undefined) =>
  db.transaction(async (tx) => {
    const task = requireReachable(user, await lockTask(tx, id))
    // Another member of staff has already accepted the task.
    if (task.acceptedAt) return task
    requireUnchanged(task, expected)
    requireCompleted(task)
    const acceptedAt = new Date()
    const accepted = await updateTask(tx, id, {
      acceptedAt,
      acceptedBy: user.id,
      sentBackAt: null,
      sentBackReason: null,
    })
    await record(tx, taskAccepted, user, { task, after: { acceptedAt } })
    return accepted
  })

/** Sends a task back with a comment. @throws AppError `not_found`; `conflict` when the task is not completed, or has changed since */
export const sendBackTask = (
  db: Database,
  user: SignedInUser,
  id: string,
  { comment, updatedAt }: { comment: string; updatedAt?: Date | undefined },
) =>
  db.transaction(async (tx) => {
    const task = requireReachable(user, await lockTask(tx, id))
    requireUnchanged(task, updatedAt)
    requireCompleted(task)
    const status: TaskStatus = 'in_progress'
    const sentBack = await updateTask(tx, id, {
      status,
      acceptedAt: null,
      acceptedBy: null,
      completedBy: null,
      sentBackAt: new Date(),
      sentBackReason: comment,
    })
    await writeComment(tx, user, task, comment)
    await record(tx, taskSentBack, user, {
      former: task,
      task: sentBack,
      comment,
      before: { status: task.status, ...acceptanceIn(task, sentBack) },
      after: { status, comment, ...acceptanceIn(sentBack, task) },
    })
    return { ...sentBack, commentCount: task.commentCount + 1 }
  })

const requireCompleted = ({ status }: Task) => {
  if (status !== 'completed') throw new AppError('conflict', 'This task is not completed.')
}

/** Stores the size of a proof's thumbnail. The change of the row makes the pages that show the task reload it. */
export const setProofThumbnail =
  ({ db }: Pick<Deps, 'db'>): SetThumbnail =>
  (objectKey, sizeBytes) =>
    data.setThumbnail(db, objectKey, sizeBytes)

export const enqueueMissingProofThumbnails = async ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) => {
  for (const { filePath } of await data.listWithoutThumbnail(db)) {
    await jobs.enqueue(db, 'thumbnail', { objectKey: filePath })
  }
}
