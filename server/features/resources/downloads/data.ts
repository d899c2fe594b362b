import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { resourceDownloads, resourceFiles } from '#server/db/schema/resources.ts'
import { users } from '#server/db/schema/users.ts'
import type { NewActivity } from '#server/domain-events/data.ts'
import { logActivityOnce } from '#server/features/partners/profile/data.ts'
import type { Audience } from '../access.ts'
import { visibleTo } from '../data.ts'

// Who opens a file again on another device, or tries once more, has not done something else.
const sameDownloadMinutes = 60

type Counted = { resourceId: string; title: string; downloadCount: number }

/**
 * Records a download of each of the files that the audience may see. Answers the new counts.
 * @param described what a partner's activity says of it
 */
const record = (
  db: Database,
  audience: Audience,
  userId: string,
  files: SQL,
  described: (counted: Counted[]) => Pick<NewActivity, 'activityType' | 'description' | 'metadata'>,
) =>
  db.transaction(async (tx) => {
    const counted = await tx
      .update(resourceFiles)
      // The time of the last change is preserved.
      .set({
        downloadCount: sql`${resourceFiles.downloadCount} + 1`,
        updatedAt: sql`${resourceFiles.updatedAt}`,
      })
      .where(
        inArray(
          resourceFiles.id,
          // Locked in one order, so that two folders downloaded at once do not wait for each other.
          tx
            .select({ id: resourceFiles.id })
            .from(resourceFiles)
            .where(and(files, visibleTo(audience)))
            .orderBy(resourceFiles.id)
            .for('update'),
        ),
      )
      .returning({
        resourceId: resourceFiles.id,
        title: resourceFiles.title,
        downloadCount: resourceFiles.downloadCount,
      })
    if (counted.length > 0) {
      if (audience !== 'staff') {
        const { metadata, ...activity } = described(counted)
        const done = {
          partnerId: audience.partnerId,
          ...activity,
          metadata: { actorId: userId, ...metadata },
        }
        // Before the downloads, which lock the user: erasing locks the profile first, too.
        await logActivityOnce(tx, done, sameDownloadMinutes)
      }
      const rows = counted.map(({ resourceId }) => ({ resourceId, userId }))
      await tx.insert(resourceDownloads).values(rows)
    }
    return counted
  })

/** Undefined when there is no such file. */
export const recordDownload = async (db: Database, audience: Audience, userId: string, id: string) => {
  const [counted] = await record(db, audience, userId, eq(resourceFiles.id, id), ([file]) => ({
    activityType: 'file_downloaded',
    description: `"${file?.title}" downloaded`,
    metadata: { resourceId: id },
  }))
  return counted
}

export const recordFolderDownload = async (
  db: Database,
  audience: Audience,
  userId: string,
  { id, name }: { id: string; name: string },
) => {
  await record(db, audience, userId, eq(resourceFiles.folderId, id), () => ({
    activityType: 'folder_downloaded',
    description: `Folder "${name}" downloaded`,
    metadata: { folderId: id },
  }))
}

/** The latest first. */
export const listDownloads = (db: Executor, resourceId: string, { page, limit }: Page) => {
  const query = db
    .select({
      id: resourceDownloads.id,
      downloadedAt: resourceDownloads.downloadedAt,
      user: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
      partner: {
        id: partnerProfiles.id,
        fullName: partnerProfiles.fullName,
        businessName: partnerProfiles.businessName,
      },
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
