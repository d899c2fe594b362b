import { eq } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { oldestFirst } from '#server/db/oldest-first.ts'
import { announcementReads, announcements } from '#server/db/schema/announcements.ts'
import { pagesEntry, withoutId } from '#server/personal-data/archive.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { pick } from '#server/pick.ts'

/** Reads a page of the announcements that a user has read, in the order of reading. */
const listOwnReads = (db: Executor, userId: string) =>
  oldestFirst(
    db
      .select({ ...pick(announcements, 'id', 'title'), ...pick(announcementReads, 'readAt', 'dismissedAt') })
      .from(announcementReads)
      .innerJoin(announcements, eq(announcements.id, announcementReads.announcementId)),
    { readAt: announcementReads.readAt, id: announcements.id },
    eq(announcementReads.userId, userId),
  )

export const announcementData: PersonalData = {
  files: { 'announcements.json': 'the announcements that you read or dismissed, and when' },

  async *entries({ db, user }) {
    yield* pagesEntry('announcements.json', listOwnReads(db, user.id), withoutId)
  },
}
