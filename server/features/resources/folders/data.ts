import { and, asc, eq, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import type { Executor } from '#server/db/client.ts'
import { deleteFrom, insertInto, lockRow } from '#server/db/rows.ts'
import { resourceFiles, resourceFolders } from '#server/db/schema/resources.ts'
import { pick } from '#server/pick.ts'
import type { Audience } from '../access.ts'
import { visibleTo } from '../data.ts'

const visibleFiles = (audience: Audience) =>
  sql<number>`(count(${resourceFiles.id}) filter (where ${visibleTo(audience)}))::int`

const selectFolders = (
  db: Executor,
  audience: Audience,
  filter: { category?: ResourceCategory; id?: string },
) =>
  db
    .select({
      ...pick(resourceFolders, 'id', 'name', 'description', 'category'),
      fileCount: visibleFiles(audience),
      ...pick(resourceFolders, 'createdBy', 'createdAt', 'updatedAt'),
    })
    .from(resourceFolders)
    .leftJoin(
      resourceFiles,
      and(eq(resourceFiles.folderId, resourceFolders.id), eq(resourceFiles.isActive, true)),
    )
    .where(
      and(
        filter.category && eq(resourceFolders.category, filter.category),
        filter.id === undefined ? undefined : eq(resourceFolders.id, filter.id),
      ),
    )
    .groupBy(resourceFolders.id)
    // The name of a folder alone can reveal plans with other partners, so folders without files for the reader are hidden.
    .having(audience === 'staff' ? undefined : sql`${visibleFiles(audience)} > 0`)

/** Lists the folders that the audience may see, sorted by name. */
export const listFolders = (
  db: Executor,
  audience: Audience,
  category: ResourceCategory | undefined,
  { page, limit }: Page,
) =>
  selectFolders(db, audience, { ...(category && { category }) })
    .orderBy(asc(resourceFolders.name), asc(resourceFolders.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countFolders = async (
  db: Executor,
  audience: Audience,
  category: ResourceCategory | undefined,
) => {
  const folders = selectFolders(db, audience, { ...(category && { category }) }).as('folders')
  return db.$count(folders)
}

export const getFolder = async (db: Executor, audience: Audience, id: string) => {
  const [folder] = await selectFolders(db, audience, { id })
  return folder
}

/** Reads a folder and locks it until the transaction ends. */
export const lockFolder = (db: Executor, id: string) =>
  lockRow(
    db.select(pick(resourceFolders, 'id', 'name', 'description', 'category')).from(resourceFolders),
    eq(resourceFolders.id, id),
  )

export const createFolder = insertInto(resourceFolders)

export const updateFolder = async (
  db: Executor,
  id: string,
  change: { name: string; description: string | null },
) => {
  await db.update(resourceFolders).set(change).where(eq(resourceFolders.id, id))
}

/** Deletes a folder. Its files stay: the database clears their folder. */
export const deleteFolder = deleteFrom(resourceFolders)
