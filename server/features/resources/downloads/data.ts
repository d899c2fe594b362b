import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import { isInAudience } from '#server/db/audience.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { resourceDownloads, resourceFiles } from '#server/db/schema/resources.ts'
import { users } from '#server/db/schema/users.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { pick } from '#server/pick.ts'
import type { Audience } from '../access.ts'
import { openableBy, visibleTo } from '../data.ts'
import { folderDownloaded, resourceDownloaded } from '../events.ts'

type Counted = { id: string; title: string; downloadCount: number }

/**
 * Counts a download of each of these files, and returns the new counts.
 * @param files the condition that selects them, and that the audience may open them
 * @param recordOf records the download in a partner's activity
 */
const countDownload = (
  db: Database,
  audience: Audience,
  user: Actor,
  files: SQL | undefined,
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
            .where(files)
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
  const isFile = and(eq(resourceFiles.id, id), openableBy(audience))
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
  const isInFolder = and(eq(resourceFiles.folderId, folder.id), visibleTo(audience))
  await countDownload(db, audience, user, isInFolder, (tx, partnerId) =>
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

const isSeenBy = (ids: string[]) =>
  isInAudience(
    sql`select chosen.id, unnest(chosen.audience) from resource_files chosen where chosen.id = any(${sql.param(ids)}::uuid[])`,
    sql`file.id`,
  )

/**
 * Selects the partners who see these files in the library and of whom nobody has downloaded them, as `partner_id`, `id` and `title`. It
 * leaves out withdrawn files.
 * @param partnerIds only these partners
 */
export const notDownloadedFiles = (ids: string[], partnerIds?: string[]) => sql`
  select profile.id as partner_id, file.id, file.title
  from partner_profiles as profile
  join users as account on account.id = profile.user_id and account.disabled_at is null and account.role = 'user'
  join resource_files as file on file.id = any(${sql.param(ids)}::uuid[]) and file.is_active
  -- The library opens with completed onboarding.
  where profile.onboarding_status = 'completed' and ${isSeenBy(ids)}
    and ${partnerIds ? sql`profile.id = any(${sql.param(partnerIds)}::uuid[])` : sql`true`}
    and not exists (
      select from resource_downloads as download
      join memberships as member on member.user_id = download.user_id
      where download.resource_id = file.id and member.partner_id = profile.id)`

const missing = (resourceId: string) => sql`
  from (${notDownloadedFiles([resourceId])}) as missing join partner_profiles as profile on profile.id = missing.partner_id`

/** Lists the partners of whom nobody has downloaded a file that they see in the library, by name. */
export const listNotDownloaded = async (db: Executor, resourceId: string, { page, limit }: Page) => {
  const { rows } = await db.execute<{ id: string; fullName: string; businessName: string }>(sql`
    select profile.id, profile.full_name as "fullName", profile.business_name as "businessName" ${missing(resourceId)}
    order by profile.full_name, profile.id limit ${limit} offset ${(page - 1) * limit}`)
  return rows
}

export const countNotDownloaded = async (db: Executor, resourceId: string) => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count ${missing(resourceId)}`,
  )
  return rows[0]?.count ?? 0
}
