import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { TaskStatus } from '#contract/task-status.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerActivities, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { taskComments, taskProofs } from '#server/db/schema/tasks.ts'
import { users } from '#server/db/schema/users.ts'
import { authorOf } from '#server/db/user-names.ts'
import { typesWithThumbnail } from '#server/features/files/thumbnails.ts'
import { isReadableBy, latestActivityFirst } from '#server/features/partners/activity/data.ts'
import { isNotDeleted } from '../data.ts'

const maxEvents = 100

/** Reads the partner of a task. */
export const getTaskPartner = async (db: Executor, partnerId: string) => {
  const [partner] = await db
    .select({
      id: partnerProfiles.id,
      fullName: partnerProfiles.fullName,
      businessName: partnerProfiles.businessName,
      peopleCount: db.$count(
        partnerMembers,
        and(eq(partnerMembers.partnerId, partnerId), isNotNull(partnerMembers.userId)),
      ),
    })
    .from(partnerProfiles)
    .where(eq(partnerProfiles.id, partnerId))
  return partner
}

const commentColumns = {
  id: taskComments.id,
  body: taskComments.body,
  createdAt: taskComments.createdAt,
  ...authorOf(partnerTasks.partnerId),
}

const selectComments = (db: Executor) =>
  db
    .select(commentColumns)
    .from(taskComments)
    .innerJoin(partnerTasks, eq(partnerTasks.id, taskComments.taskId))
    .leftJoin(users, eq(users.id, taskComments.authorId))

/** Lists the comments on a task, the oldest first. */
export const listComments = (db: Executor, taskId: string) =>
  selectComments(db)
    .where(eq(taskComments.taskId, taskId))
    .orderBy(asc(taskComments.createdAt), asc(taskComments.id))

export const addComment = async (db: Executor, comment: typeof taskComments.$inferInsert) => {
  const [added] = await db.insert(taskComments).values(comment).returning({ id: taskComments.id })
  const [row] = await selectComments(db).where(eq(taskComments.id, added?.id ?? ''))
  if (!row) throw new Error('no comment came back')
  return row
}

const proofColumns = {
  id: taskProofs.id,
  filePath: taskProofs.filePath,
  fileName: taskProofs.fileName,
  fileType: taskProofs.fileType,
  fileSize: taskProofs.fileSize,
  thumbnailSize: taskProofs.thumbnailSize,
  createdAt: taskProofs.createdAt,
  ...authorOf(partnerTasks.partnerId),
}

/** Lists the proofs of a task, the oldest first. */
export const listProofs = (db: Executor, taskId: string) =>
  db
    .select(proofColumns)
    .from(taskProofs)
    .innerJoin(partnerTasks, eq(partnerTasks.id, taskProofs.taskId))
    .leftJoin(users, eq(users.id, taskProofs.uploadedBy))
    .where(eq(taskProofs.taskId, taskId))
    .orderBy(asc(taskProofs.createdAt), asc(taskProofs.id))

export const addProof = async (db: Executor, proof: typeof taskProofs.$inferInsert) => {
  await db.insert(taskProofs).values(proof)
}

export const removeProof = async (db: Executor, id: string) => {
  await db.delete(taskProofs).where(eq(taskProofs.id, id))
}

/** Finds the stored file of a proof, and the partner whose task it proves. */
export const getProofFile = async (db: Executor, filePath: string) => {
  const [proof] = await db
    .select({
      partnerId: partnerTasks.partnerId,
      title: sql<string>`coalesce(${taskProofs.fileName}, ${partnerTasks.taskName})`,
      objectKey: taskProofs.filePath,
      fileType: taskProofs.fileType,
      fileSize: taskProofs.fileSize,
      sha256: taskProofs.fileSha256,
      thumbnailSize: taskProofs.thumbnailSize,
    })
    .from(taskProofs)
    .innerJoin(partnerTasks, eq(partnerTasks.id, taskProofs.taskId))
    .where(and(eq(taskProofs.filePath, filePath), isNotDeleted))
  return proof
}

/** Lists all proofs of a partner's tasks, the oldest first. */
export const listPartnerProofs = (db: Executor, partnerId: string) =>
  db
    .select({
      filePath: taskProofs.filePath,
      fileName: taskProofs.fileName,
      fileType: taskProofs.fileType,
      taskName: partnerTasks.taskName,
      createdAt: taskProofs.createdAt,
    })
    .from(taskProofs)
    .innerJoin(partnerTasks, eq(partnerTasks.id, taskProofs.taskId))
    .where(and(eq(partnerTasks.partnerId, partnerId), isNotDeleted))
    .orderBy(asc(taskProofs.createdAt), asc(taskProofs.id))

/** Stores the size of a thumbnail, and returns false when no task has the file. */
export const setThumbnail = async (db: Executor, filePath: string, thumbnailSize: number) => {
  const set = await db
    .update(taskProofs)
    .set({ thumbnailSize })
    .where(eq(taskProofs.filePath, filePath))
    .returning({ id: taskProofs.id })
  return set.length === 1
}

/** Lists the pictures that have had no thumbnail for an hour, which means that their jobs failed. */
export const listWithoutThumbnail = (db: Executor) =>
  db
    .select({ filePath: taskProofs.filePath })
    .from(taskProofs)
    .where(
      and(
        inArray(taskProofs.fileType, typesWithThumbnail),
        isNull(taskProofs.thumbnailSize),
        lt(taskProofs.createdAt, sql`now() - interval '1 hour'`),
      ),
    )

/** Lists what happened to a task while it was this partner's, the latest first, without the comments. */
export const listEvents = (
  db: Executor,
  { id, partnerId }: { id: string; partnerId: string },
  isForStaff: boolean,
) =>
  db
    .select({
      id: partnerActivities.id,
      activityType: partnerActivities.activityType,
      status: sql<TaskStatus | null>`${partnerActivities.metadata} ->> 'to'`,
      createdAt: partnerActivities.createdAt,
      ...authorOf(partnerActivities.partnerId),
    })
    .from(partnerActivities)
    .leftJoin(users, eq(users.id, sql`(${partnerActivities.metadata} ->> 'actorId')::uuid`))
    .where(
      and(
        sql`(${partnerActivities.metadata} ->> 'taskId') = ${id}`,
        eq(partnerActivities.partnerId, partnerId),
        ne(partnerActivities.activityType, 'task_commented'),
        isForStaff ? undefined : isReadableBy('member'),
      ),
    )
    .orderBy(...latestActivityFirst)
    .limit(maxEvents)
