import { and, count, desc, eq, max, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { resourceDownloads, resourceFiles } from '#server/db/schema/resources.ts'
import { users } from '#server/db/schema/users.ts'
import { pick } from '#server/pick.ts'
import { visibleTo } from '../data.ts'

export interface PartnerAudience {
  partnerId: string
  partnerGroup: string | null
  userId: string
}

/** Returns a partner as an audience of the library; undefined when there is no such partner. */
export const getPartnerAudience = async (
  db: Executor,
  partnerId: string,
): Promise<PartnerAudience | undefined> => {
  const [partner] = await db
    .select({ partnerId: partnerProfiles.id, partnerGroup: users.partnerGroup, userId: users.id })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(eq(partnerProfiles.id, partnerId))
  return partner
}

const fileColumns = pick(resourceFiles, 'title', 'category', 'fileType')

/** Lists the files that a partner sees in the library, the latest first, each with the partner's own downloads. */
export const listFilesFor = (db: Executor, partner: PartnerAudience, { page, limit }: Page) => {
  // The page is selected first, so that only its downloads are counted.
  const files = db
    .select({
      id: resourceFiles.id,
      ...fileColumns,
      audience: sql<'everyone' | 'group' | 'partner'>`case
        when ${resourceFiles.audience} = '{everyone}' then 'everyone'
        when ${partner.partnerId} = any(${resourceFiles.assignedPartnerIds}) then 'partner'
        else 'group' end`.as('whom'),
      updatedAt: resourceFiles.updatedAt,
    })
    .from(resourceFiles)
    .where(visibleTo(partner))
    .orderBy(desc(resourceFiles.updatedAt), resourceFiles.id)
    .limit(limit)
    .offset((page - 1) * limit)
    .as('files')
  const own = db
    .select({
      downloads: count().as('downloads'),
      lastDownloadedAt: max(resourceDownloads.downloadedAt).as('last_downloaded_at'),
    })
    .from(resourceDownloads)
    .where(and(eq(resourceDownloads.resourceId, files.id), eq(resourceDownloads.userId, partner.userId)))
    .as('own')
  return db
    .select({
      ...pick(files, 'id', 'title', 'category', 'fileType', 'audience', 'updatedAt'),
      downloads: own.downloads,
      lastDownloadedAt: own.lastDownloadedAt,
    })
    .from(files)
    .crossJoinLateral(own)
    .orderBy(desc(files.updatedAt), files.id)
}

export const countFilesFor = (db: Executor, partner: PartnerAudience) =>
  db.$count(resourceFiles, visibleTo(partner))

/** Lists what a user downloaded, the latest first, including files that have been withdrawn since. */
export const listDownloadsBy = (db: Executor, userId: string, { page, limit }: Page) =>
  db
    .select({
      id: resourceDownloads.id,
      resourceId: resourceDownloads.resourceId,
      ...fileColumns,
      isActive: resourceFiles.isActive,
      downloadedAt: resourceDownloads.downloadedAt,
    })
    .from(resourceDownloads)
    .innerJoin(resourceFiles, eq(resourceFiles.id, resourceDownloads.resourceId))
    .where(eq(resourceDownloads.userId, userId))
    .orderBy(desc(resourceDownloads.downloadedAt), desc(resourceDownloads.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countDownloadsBy = (db: Executor, userId: string) =>
  db.$count(resourceDownloads, eq(resourceDownloads.userId, userId))
