import { and, arrayContains, eq, isNotNull, ne, type SQL } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { oldestFirst } from '#server/db/oldest-first.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { taskTemplates } from '#server/db/schema/task-sets.ts'
import { taskComments, taskProofs } from '#server/db/schema/tasks.ts'
import { archivedName } from '#server/db/user-names.ts'
import { distinctNames, downloadName } from '#server/features/files/file-name.ts'
import { isNotDeleted, listTasks } from '#server/features/tasks/data.ts'
import { forPartner } from '#server/features/tasks/for-partner.ts'
import { listPartnerProofs } from '#server/features/tasks/work/data.ts'
import {
  type ArchivedFile,
  fileEntries,
  listAll,
  listEntry,
  pagesEntry,
  withoutId,
} from '#server/personal-data/archive.ts'
import type { Archive, PersonalData } from '#server/personal-data/personal-data.ts'
import { pick } from '#server/pick.ts'

/** Reads a page of comments on tasks, the oldest first, without the names of others. */
const listComments = (db: Executor, userId: string, chosen: SQL | undefined) =>
  oldestFirst(
    db
      .select({
        id: taskComments.id,
        task: partnerTasks.taskName,
        from: archivedName(taskComments.authorId, userId, partnerTasks.partnerId),
        comment: taskComments.body,
        createdAt: taskComments.createdAt,
      })
      .from(taskComments)
      .innerJoin(partnerTasks, eq(partnerTasks.id, taskComments.taskId)),
    pick(taskComments, 'createdAt', 'id'),
    and(chosen, isNotDeleted),
  )

async function* partnerEntries(archive: Archive, partnerId: string) {
  const { db, user } = archive
  const tasks = await listAll((page) => listTasks(db, partnerId, page))
  const archived = tasks.map(forPartner).map(({ assignee, completedBy: _others, ...task }) => ({
    ...task,
    isAssignedToYou: assignee?.id === user.id,
  }))
  yield* listEntry('tasks.json', archived)
  const nameOf = distinctNames()
  const files: ArchivedFile[] = []
  const add = (objectKey: string, name: string, fileType: Parameters<typeof downloadName>[1], date: Date) =>
    files.push({ name: `tasks/${nameOf(downloadName(name, fileType))}`, date, objectKey })
  for (const { filePath, fileType, fileName, taskName, updatedAt } of tasks) {
    if (filePath && fileType) add(filePath, fileName ?? taskName, fileType, updatedAt)
  }
  for (const { filePath, fileType, fileName, taskName, createdAt } of await listPartnerProofs(
    db,
    partnerId,
  )) {
    add(filePath, fileName ?? taskName, fileType, createdAt)
  }
  yield* fileEntries(archive, files)
  const comments = listComments(db, user.id, eq(partnerTasks.partnerId, partnerId))
  yield* pagesEntry('task-comments.json', comments, withoutId)
}

const ownedTables = [partnerTasks, taskDefinitions, taskSeries, taskTemplates]

/** Whether a task is for this partner alone. A task for several stays for the others. */
const isOwn = (partnerId: string) =>
  and(eq(taskDefinitions.isForOne, true), arrayContains(taskDefinitions.assignedPartnerIds, [partnerId]))

export const taskData: PersonalData = {
  files: {
    'tasks.json, tasks/': 'your tasks, their files and what you uploaded as proof',
    'task-comments.json': 'the comments on your tasks',
  },

  async *entries(archive) {
    const { db, user } = archive
    if (user.partnerId) yield* partnerEntries(archive, user.partnerId)
    // The user's comments as a member of staff are listed here, except those on tasks of their own profile.
    const others = user.partnerId ? ne(partnerTasks.partnerId, user.partnerId) : undefined
    const written = listComments(db, user.id, and(eq(taskComments.authorId, user.id), others))
    yield* pagesEntry('team-task-comments.json', written, ({ comment, createdAt }) => ({
      comment,
      writtenAt: createdAt,
    }))
  },

  count: async (db, { partnerId }) =>
    partnerId ? { tasks: await db.$count(partnerTasks, eq(partnerTasks.partnerId, partnerId)) } : {},

  async listFiles(db, { partnerId }) {
    if (!partnerId) return []
    const isTheirs = eq(partnerTasks.partnerId, partnerId)
    const proofs = await db
      .select({ path: taskProofs.filePath })
      .from(taskProofs)
      .innerJoin(partnerTasks, eq(partnerTasks.id, taskProofs.taskId))
      .where(isTheirs)
    const own = await db
      .select({ path: taskDefinitions.filePath })
      .from(taskDefinitions)
      .where(and(isNotNull(taskDefinitions.filePath), isOwn(partnerId)))
    return [...proofs, ...own].flatMap(({ path }) => path ?? [])
  },

  async erase(tx, { partnerId }) {
    if (partnerId) await tx.delete(taskDefinitions).where(isOwn(partnerId))
  },

  async anonymize(tx, { id }) {
    for (const table of ownedTables) {
      await tx.update(table).set({ ownerId: null }).where(eq(table.ownerId, id))
    }
  },
}
