import { and, arrayOverlaps, asc, desc, eq, not, or, sql } from 'drizzle-orm'
import { maxRows, type Page } from '#contract/paging.ts'
import { shownAudience } from '#server/db/audience.ts'
import type { Executor } from '#server/db/client.ts'
import { findRow, insertInto, lockRow, updateIn } from '#server/db/rows.ts'
import { fileScans } from '#server/db/schema/files.ts'
import { resourceFiles, resourceFileVersions, resourceFolders } from '#server/db/schema/resources.ts'
import { users } from '#server/db/schema/users.ts'
import { isShown } from '#server/db/shown-announcements.ts'
import { audienceKeysOf } from '#server/features/audience/keys.ts'
import type { StoredFile } from '#server/features/files/file-owner.ts'
import {
  isQuarantined,
  newestQuarantinedFirst,
  quarantineColumns,
  quarantineVerdict,
} from '#server/features/files/scans/data.ts'
import { pick } from '#server/pick.ts'
import type { Audience } from './access.ts'

const resourceColumns = {
  ...pick(resourceFiles, 'id', 'title', 'description', 'category', 'folderId'),
  ...pick(resourceFiles, 'filePath', 'fileName', 'fileType', 'fileSize'),
  hasThumbnail: sql<boolean>`${resourceFiles.thumbnailSize} is not null`,
  ...pick(resourceFiles, 'downloadCount', 'isActive', 'createdAt', 'updatedAt'),
}

const staffColumns = {
  ...resourceColumns,
  ...pick(resourceFiles, 'uploadedBy'),
  ...shownAudience(resourceFiles),
}

export const columnsFor = (forStaff: boolean) => (forStaff ? staffColumns : resourceColumns)

/** Selects the files that the audience may see, or the withdrawn ones of these. */
export const visibleTo = (audience: Audience, isActive = true) =>
  and(
    isActive ? eq(resourceFiles.isActive, true) : not(resourceFiles.isActive),
    audience === 'staff'
      ? undefined
      : arrayOverlaps(resourceFiles.audience, ['everyone', ...audienceKeysOf(audience)]),
  )

/** Selects the files that the audience may open: those of the library, and those of announcements to it that show now. */
export const openableBy = (audience: Audience) => {
  if (audience === 'staff') return visibleTo(audience)
  const keys = sql.param(['everyone', ...audienceKeysOf(audience)])
  const isAttached = sql`${resourceFiles.id} in (
    select link.resource_id from announcement_resources link join announcements on announcements.id = link.announcement_id
    where ${isShown} and announcements.audience && ${keys}::text[])`
  return or(visibleTo(audience), and(visibleTo('staff'), isAttached))
}

export const getResource = (db: Executor, audience: Audience, id: string) =>
  findRow(
    db.select(columnsFor(audience === 'staff')).from(resourceFiles),
    and(eq(resourceFiles.id, id), openableBy(audience)),
  )

/** Reads a file and locks it until the transaction ends. */
export const lockResource = (db: Executor, id: string, isActive = true) =>
  lockRow(
    db.select(pick(resourceFiles, 'id', 'objectKey', 'sha256', 'updatedAt')).from(resourceFiles),
    and(eq(resourceFiles.id, id), visibleTo('staff', isActive)),
  )

export const createResource = insertInto(resourceFiles)

export const updateResource = updateIn(resourceFiles)

export const createVersion = async (db: Executor, version: typeof resourceFileVersions.$inferInsert) => {
  // The start of the transaction would be wrong: of two concurrent ones, the one that waited for the other may have started earlier.
  await db.insert(resourceFileVersions).values({ createdAt: sql`clock_timestamp()`, ...version })
}

/** Lists the versions of a file, the newest first. */
export const listVersions = (db: Executor, resourceId: string, { page, limit }: Page) =>
  db
    .select({
      ...pick(resourceFileVersions, 'id', 'fileName', 'fileType', 'fileSize', 'sha256'),
      held: quarantineVerdict,
      uploadedBy: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
      createdAt: resourceFileVersions.createdAt,
    })
    .from(resourceFileVersions)
    .leftJoin(users, eq(users.id, resourceFileVersions.uploadedBy))
    .leftJoin(fileScans, eq(fileScans.objectKey, resourceFileVersions.objectKey))
    .where(eq(resourceFileVersions.resourceId, resourceId))
    .orderBy(desc(resourceFileVersions.createdAt), desc(resourceFileVersions.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countVersions = (db: Executor, resourceId: string) =>
  db.$count(resourceFileVersions, eq(resourceFileVersions.resourceId, resourceId))

const storedColumns = {
  ...pick(resourceFiles, 'title', 'objectKey', 'fileType', 'fileSize', 'sha256', 'thumbnailSize'),
}

/** Finds a file by its path. Staff also find withdrawn files. */
export const getStoredFile = (
  db: Executor,
  audience: Audience,
  filePath: string,
): Promise<StoredFile | undefined> =>
  findRow(
    db.select(storedColumns).from(resourceFiles),
    and(eq(resourceFiles.filePath, filePath), audience === 'staff' ? undefined : openableBy(audience)),
  )

/** Finds a version of the file at this path, for staff, also when the file is withdrawn. */
export const getStoredVersion = async (
  db: Executor,
  filePath: string,
  versionId: string,
): Promise<StoredFile | undefined> => {
  const [file] = await db
    .select({
      title: resourceFiles.title,
      ...pick(resourceFileVersions, 'objectKey', 'fileType', 'fileSize', 'sha256'),
      thumbnailSize: sql<null>`null`,
    })
    .from(resourceFileVersions)
    .innerJoin(resourceFiles, eq(resourceFiles.id, resourceFileVersions.resourceId))
    .where(and(eq(resourceFileVersions.id, versionId), eq(resourceFiles.filePath, filePath)))
  return file
}

export const listQuarantinedFiles = (db: Executor, audience: Audience) =>
  db
    .select({ filePath: resourceFiles.filePath, ...quarantineColumns })
    .from(fileScans)
    .innerJoin(resourceFiles, eq(resourceFiles.objectKey, fileScans.objectKey))
    .where(and(isQuarantined, openableBy(audience)))
    .orderBy(...newestQuarantinedFirst)
    .limit(maxRows)

/** Lists the files of a folder, sorted by title. */
export const listStoredFiles = (db: Executor, audience: Audience, folderId: string) =>
  db
    .select({ ...storedColumns, updatedAt: resourceFiles.updatedAt })
    .from(resourceFiles)
    .where(and(eq(resourceFiles.folderId, folderId), visibleTo(audience)))
    .orderBy(asc(resourceFiles.title), asc(resourceFiles.id))

/** Reads the category of a folder, and prevents its deletion and renaming until the transaction ends. */
export const lockFolderCategory = async (db: Executor, id: string) => {
  const [folder] = await db
    .select({ category: resourceFolders.category })
    .from(resourceFolders)
    .where(eq(resourceFolders.id, id))
    // If the folder were renamed in the meantime, a search would find its files by the old name.
    .for('share')
  return folder?.category
}

/** Stores the size of a thumbnail without changing `updatedAt`. Returns false when the file is not the current version of any resource. */
export const setThumbnail = async (db: Executor, objectKey: string, thumbnailSize: number) => {
  const set = await db
    .update(resourceFiles)
    .set({ thumbnailSize, updatedAt: sql`${resourceFiles.updatedAt}` })
    .where(eq(resourceFiles.objectKey, objectKey))
    .returning({ id: resourceFiles.id })
  return set.length === 1
}
