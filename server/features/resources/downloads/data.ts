import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { resourceDownloads, resourceFiles } from '#server/db/schema/resources.ts'
import { users } from '#server/db/schema/users.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { pick } from '#server/pick.ts'
import type { Audience } from '../access.ts'
import { visibleTo } from '../data.ts'
import { folderDownloaded, resourceDownloaded } from '../events.ts'

type Counted = { id: string; title: string; downloadCount: number }

/**
 * Counts a download of each of these files that the audience may see, and returns the new counts.
 * @param recordOf records the download in a partner's activity
 */
const countDownload = (
  db: Database,
  audience: Audience,
  user: Actor,
  files: SQL,
  recordOf: (tx: Executor, partnerId: string, counted: Counted[]) => Promise<void>,
) =>
  db.transaction(async (tx) => {
    const counted = await tx
      .update(resourceFiles)
      // A download does not change the time of the last change.
      .set({
        downloadCount: sql`${resourceFiles.downloadCount} + 1`,
        updatedAt: sql`${resourceFiles.updatedAt}`,
      })
      .where(
        inArray(
          resourceFiles.id,
          // All transactions lock the rows in the same order, so that two folders downloaded at once do not deadlock.
          tx
            .select({ id: resourceFiles.id })
            .from(resourceFiles)
            .where(and(files, visibleTo(audience)))
            .orderBy(resourceFiles.id)
            .for('update'),
        ),
      )
      .returning(pick(resourceFiles, 'id', 'title', 'downloadCount'))
    if (counted.length > 0) {
      // The activity comes before the downloads, which lock the user: erasing a user also locks the profile first.
      if (audience !== 'staff') await recordOf(tx, audience.partnerId, counted)
      const rows = counted.map(({ id }) => ({ resourceId: id, userId: user.id }))
      await tx.insert(resourceDownloads).values(rows)
    }
    return counted
  })

/** Counts a download of a file, and returns undefined when there is no such file. */
export const recordDownload = async (db: Database, audience: Audience, user: Actor, id: string) => {
  const isFile = eq(resourceFiles.id, id)
  const [counted] = await countDownload(db, audience, user, isFile, (tx, partnerId, files) =>
    record(tx, resourceDownloaded, user, ...files.map((resource) => ({ resource, partnerId }))),
  )
  return counted
}

export const recordFolderDownload = async (
  db: Database,
  audience: Audience,
  user: Actor,
  folder: { id: string; name: string },
) => {
  await countDownload(db, audience, user, eq(resourceFiles.folderId, folder.id), (tx, partnerId) =>
    record(tx, folderDownloaded, user, { folder, partnerId }),
  )
}

/** Lists the downloads of a file, the latest first. */
export const listDownloads = (db: Executor, resourceId: string, { page, limit }: Page) => {
  const query = db
    .select({
      id: resourceDownloads.id,
      downloadedAt: resourceDownloads.downloadedAt,
      user: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
      partner: pick(partnerProfiles, 'id', 'fullName', 'businessName'),
    })
    .from(resourceDownloads)
    .leftJoin(users, eq(users.id, resourceDownloads.userId))
    .leftJoin(partnerProfiles, eq(partnerProfiles.userId, users.id))
    .where(eq(resourceDownloads.resourceId, resourceId))
    .orderBy(desc(resourceDownloads.downloadedAt), desc(resourceDownloads.id))
    .$dynamic()
  return query.limit(limit).offset((page - 1) * limit)
}

export const countDownloads = (db: Executor, resourceId: string) =>
  db.$count(resourceDownloads, eq(resourceDownloads.resourceId, resourceId))
