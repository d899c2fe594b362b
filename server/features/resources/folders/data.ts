import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Audience as GivenAudience } from '#contract/audience.ts'
import type { Page } from '#contract/paging.ts'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import type { Executor } from '#server/db/client.ts'
import { deleteFrom, insertInto, lockRow } from '#server/db/rows.ts'
import { resourceFiles, resourceFolders } from '#server/db/schema/resources.ts'
import type { FolderGift } from '#server/jobs/job-kinds.ts'
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

interface FolderChange {
  name: string
  description: string | null
  category?: ResourceCategory | undefined
}

export const updateFolder = async (db: Executor, id: string, change: FolderChange) => {
  await db.update(resourceFolders).set(change).where(eq(resourceFolders.id, id))
}

/** Deletes a folder. Its files stay: the database clears their folder. */
export const deleteFolder = deleteFrom(resourceFolders)

/** Locks the files of a folder until the transaction ends: before the folder, as wherever a file and its folder are locked. */
export const lockFiles = async (tx: Executor, folderId: string) => {
  await tx
    .select({ id: resourceFiles.id })
    .from(resourceFiles)
    .where(eq(resourceFiles.folderId, folderId))
    .orderBy(resourceFiles.id)
    .for('update')
}

/** Moves the files of a folder to its category, without changing `updatedAt`. */
export const moveFiles = async (tx: Executor, folderId: string, category: ResourceCategory) => {
  await tx
    .update(resourceFiles)
    .set({ category, updatedAt: sql`${resourceFiles.updatedAt}` })
    .where(and(eq(resourceFiles.folderId, folderId), ne(resourceFiles.category, category)))
}

/** Withdraws the files of a folder at a time, or restores those that were withdrawn at it. Returns how many. */
export const setFilesActive = async (
  tx: Executor,
  { folderId, isActive, withdrawnAt }: { folderId: string; isActive: boolean; withdrawnAt: Date },
) => {
  const { rowCount } = await tx
    .update(resourceFiles)
    .set({ isActive, updatedAt: withdrawnAt })
    .where(
      and(
        eq(resourceFiles.folderId, folderId),
        eq(resourceFiles.isActive, !isActive),
        isActive ? eq(resourceFiles.updatedAt, withdrawnAt) : undefined,
      ),
    )
  return rowCount ?? 0
}

/**
 * Adds partners and a group to the audience of the files of a folder; everyone if there is neither. A file has one group, and none if it is
 * for a view: it gets the present partners of another one. Returns the files that have changed, by their former audience, and the most
 * partners that one of them has now.
 */
export const giveFiles = async (
  tx: Executor,
  folderId: string,
  { assignedPartnerIds, assignedGroup, inGroup }: GivenAudience & { inGroup: string[] },
) => {
  const isForEveryone = assignedPartnerIds.length === 0 && assignedGroup === null
  const { rows } = await tx.execute<OpenedFiles & { most: number }>(sql`
    with next as (
      select file.id, file.audience as former,
        case when ${isForEveryone} then '{}' else array(
          select distinct each from unnest(file.assigned_partner_ids || ${sql.param(assignedPartnerIds)}::text[]
            || case when file.assigned_group <> ${assignedGroup}::text or file.assigned_view_id is not null
              then ${sql.param(inGroup)}::text[] else '{}' end) as each
          order by each) end as ids,
        case when ${isForEveryone} or file.assigned_view_id is not null then null
          else coalesce(file.assigned_group, ${assignedGroup}) end as "group",
        -- With its view, a file for everyone would be only for those who match it later.
        case when ${isForEveryone} then null else file.assigned_view_id end as view_id
      from resource_files as file
      where file.folder_id = ${folderId} and file.is_active and file.audience <> '{everyone}'
    ), changed as (
      update resource_files as file set assigned_partner_ids = next.ids, assigned_group = next."group",
        assigned_view_id = next.view_id, updated_at = now()
      from next
      where file.id = next.id
        and (${isForEveryone} or not file.assigned_partner_ids @> next.ids or file.assigned_group is distinct from next."group")
      returning file.id, file.title, next.former, cardinality(array_remove(next.ids, next.view_id::text)) as partners)
    select former as audience, count(*)::int as files, max(partners) as most,
      (array_agg(id order by title, id))[1] as first, min(title) as title
    from changed group by former`)
  const most = Math.max(0, ...rows.map((row) => row.most))
  return {
    most,
    opened: rows.map(({ audience, files, first, title }) => ({ audience, files, first, title })),
  }
}

type OpenedFiles = FolderGift['opened'][number] & Record<string, unknown>
