import { eq } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { oldestFirst } from '#server/db/oldest-first.ts'
import { resourceDownloads, resourceFiles } from '#server/db/schema/resources.ts'
import { pagesEntry, withoutId } from '#server/personal-data/archive.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'

/** Reads a page of the resources that a user downloaded, the oldest download first. */
export const listOwnDownloads = (db: Executor, userId: string) => {
  const { id, downloadedAt } = resourceDownloads
  const downloads = db
    .select({ id, title: resourceFiles.title, downloadedAt })
    .from(resourceDownloads)
    .innerJoin(resourceFiles, eq(resourceFiles.id, resourceDownloads.resourceId))
  return oldestFirst(downloads, { downloadedAt, id }, eq(resourceDownloads.userId, userId))
}

export const resourceData: PersonalData = {
  files: { 'downloads.json': 'the resources that you downloaded' },

  async *entries({ db, user }) {
    yield* pagesEntry('downloads.json', listOwnDownloads(db, user.id), withoutId)
  },

  anonymize: (tx, { id }) =>
    tx.update(resourceDownloads).set({ userId: null }).where(eq(resourceDownloads.userId, id)),
}
