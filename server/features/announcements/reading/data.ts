import { and, arrayOverlaps, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { announcementReads, announcements } from '#server/db/schema/announcements.ts'
import { isShown } from '#server/db/shown-announcements.ts'
import { pick } from '#server/pick.ts'
import { attachedFiles } from '../data.ts'
import type { Reader } from './access.ts'

/** Whether an announcement shows now and is for this reader. */
const isFor = ({ keys }: Pick<Reader, 'keys'>) => and(isShown, arrayOverlaps(announcements.audience, keys))

const select = (db: Executor, { userId, isOnboarded }: Reader) =>
  db
    .select({
      ...pick(announcements, 'id', 'title', 'body', 'publishAt', 'endsAt'),
      resources: isOnboarded ? attachedFiles : sql<never[]>`'[]'::json`,
      readAt: announcementReads.readAt,
      dismissedAt: announcementReads.dismissedAt,
    })
    .from(announcements)
    .leftJoin(
      announcementReads,
      and(eq(announcementReads.announcementId, announcements.id), eq(announcementReads.userId, userId)),
    )

export const getOwn = async (db: Executor, reader: Reader, id: string) => {
  const [announcement] = await select(db, reader).where(and(eq(announcements.id, id), isFor(reader)))
  return announcement
}

const chosen = (reader: Reader, isUndismissed: boolean) =>
  and(isFor(reader), isUndismissed ? isNull(announcementReads.dismissedAt) : undefined)

/** Lists the reader's announcements, latest first. */
export const listOwn = (db: Executor, reader: Reader, isUndismissed: boolean, { page, limit }: Page) =>
  select(db, reader)
    .where(chosen(reader, isUndismissed))
    .orderBy(desc(announcements.publishAt), desc(announcements.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countOwn = (db: Executor, reader: Reader, isUndismissed: boolean) =>
  db.$count(select(db, reader).where(chosen(reader, isUndismissed)).as('own'))

// The same statement checks that the announcement is for the reader, so that it cannot end or lose the reader in between.
const insertRead = ({ userId, keys }: Reader, id: string, dismissedAt: 'now()' | 'null') => sql`
  insert into announcement_reads (announcement_id, user_id, dismissed_at)
  select announcements.id, ${userId}, ${sql.raw(dismissedAt)}::timestamptz from announcements
  where ${and(eq(announcements.id, id), isFor({ keys }))}`

/** Marks an announcement as read. The time of the first call stays. */
export const addRead = async (db: Executor, reader: Reader, id: string) => {
  await db.execute(sql`${insertRead(reader, id, 'null')} on conflict do nothing`)
}

/** Marks an announcement as dismissed and read. One that is dismissed already keeps its time. */
export const dismiss = async (db: Executor, reader: Reader, id: string) => {
  await db.execute(sql`${insertRead(reader, id, 'now()')}
    on conflict (announcement_id, user_id) do update set dismissed_at = now()
    where announcement_reads.dismissed_at is null`)
}

export const restore = async (db: Executor, { userId }: Reader, id: string) => {
  await db
    .update(announcementReads)
    .set({ dismissedAt: null })
    .where(and(eq(announcementReads.announcementId, id), eq(announcementReads.userId, userId)))
}
