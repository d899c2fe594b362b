import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnnouncementState } from '#contract/announcements.ts'
import type { FileType } from '#contract/files/file-types.ts'
import type { Page } from '#contract/paging.ts'
import { shownAudience } from '#server/db/audience.ts'
import type { Executor } from '#server/db/client.ts'
import { deleteFrom, insertInto, updateIn } from '#server/db/rows.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { compared, containsWords } from '#server/db/search.ts'
import { isShown } from '#server/db/shown-announcements.ts'
import { namedUser } from '#server/db/user-names.ts'
import { pick } from '#server/pick.ts'
import { countJoinedLater, countReadersOfEach, type Readers } from './readers/data.ts'

const author = namedUser('announcements.created_by')

const conditions: Record<AnnouncementState, SQL> = {
  active: isShown,
  scheduled: sql`"announcements"."publish_at" > now()`,
  ended: sql`"announcements"."ends_at" <= now()`,
}

const state = sql<AnnouncementState>`case
  when ${conditions.scheduled} then 'scheduled' when ${conditions.ended} then 'ended' else 'active' end`

/** The files that come with an announcement, without withdrawn ones. */
export const attachedFiles = sql<{ id: string; title: string; fileType: FileType; filePath: string }[]>`(
  select coalesce(json_agg(json_build_object(
    'id', file.id, 'title', file.title, 'fileType', file.file_type, 'filePath', file.file_path) order by file.title, file.id), '[]')
  from announcement_resources link join resource_files file on file.id = link.resource_id
  where link.announcement_id = "announcements"."id" and file.is_active)`

const columns = {
  ...pick(announcements, 'id', 'title', 'body', 'publishAt', 'endsAt'),
  ...shownAudience(announcements),
  resources: attachedFiles,
  state,
  ended: sql<Readers | null>`case when "announcements"."ended_partners" is not null then json_build_object(
    'partners', "announcements"."ended_partners", 'read', "announcements"."ended_read") end`,
  author,
  createdAt: announcements.createdAt,
  updatedAt: announcements.updatedAt,
}

const nobody: Readers = { partners: 0, read: 0 }

/** Adds the numbers of readers. For an announcement that has ended, these are the numbers stored when it ended. */
const withReaders = async <Row extends { id: string; ended: Readers | null }>(db: Executor, rows: Row[]) => {
  const readers = await countReadersOfEach(
    db,
    rows.filter(({ ended }) => !ended).map(({ id }) => id),
  )
  return rows.map(({ ended, ...row }) => ({ ...row, readers: ended ?? readers.get(row.id) ?? nobody }))
}

/** Returns an announcement. For one that has ended, `joinedLater` counts the partners who have joined its audience since. */
export const getAnnouncement = async (db: Executor, id: string) => {
  const rows = await db.select(columns).from(announcements).where(eq(announcements.id, id))
  const [announcement] = await withReaders(db, rows)
  if (!announcement || !rows[0]?.ended) return announcement
  const readers = { ...announcement.readers, joinedLater: await countJoinedLater(db, id) }
  return { ...announcement, readers }
}

export const hasAnnouncement = async (db: Executor, id: string) =>
  (await db.$count(announcements, eq(announcements.id, id))) > 0

/** Returns an announcement, locked until the transaction ends. */
export const lockAnnouncement = async (db: Executor, id: string) => {
  // This lock lets readers be added meanwhile.
  const [locked] = await db
    .select({ id: announcements.id })
    .from(announcements)
    .where(eq(announcements.id, id))
    .for('no key update')
  return locked && getAnnouncement(db, id)
}

interface Filter {
  search: string | null
  state?: AnnouncementState | undefined
}

const chosen = ({ search, state }: Filter) =>
  and(state && conditions[state], search ? containsWords(compared(announcements.title), search) : undefined)

/** Lists announcements, latest first. */
export const listAnnouncements = async (db: Executor, filter: Filter, { page, limit }: Page) =>
  withReaders(
    db,
    await db
      .select(columns)
      .from(announcements)
      .where(chosen(filter))
      .orderBy(desc(announcements.publishAt), desc(announcements.id))
      .limit(limit)
      .offset((page - 1) * limit),
  )

export const countAnnouncements = (db: Executor, filter: Filter) => db.$count(announcements, chosen(filter))

/** Returns the database's time at the start of the transaction, rounded down to a millisecond so that it is not later than `now()`. */
export const getTime = async (tx: Executor) => {
  const { rows } = await tx.execute<{ ms: number }>(
    sql`select floor(extract(epoch from now()) * 1000)::float8 as ms`,
  )
  return new Date(Number(rows[0]?.ms))
}

export const createAnnouncement = insertInto(announcements)

export const updateAnnouncement = updateIn(announcements)

export const deleteAnnouncement = deleteFrom(announcements)

/**
 * Marks announcements that are due as notified, and returns which of them have not ended. Skips those that another process has locked.
 * @param id takes only this announcement
 */
export const takeDue = async (tx: Executor, { id, limit }: { id?: string; limit: number }) => {
  const { rows } = await tx.execute<{ id: string; isActive: boolean }>(sql`
    with due as (
      select id from announcements
      where publish_at <= now() and notified_at is null and ${id ? sql`id = ${id}` : sql`true`}
      order by publish_at, id limit ${limit} for no key update skip locked)
    update announcements set notified_at = now() from due where due.id = announcements.id
    returning announcements.id, ${isShown} as "isActive"`)
  return rows
}

// An audience of more partners is notified as `everyone`: each process would search a longer list for each of its pages.
const maxEntries = 100

const notifyPages = (tx: Executor, which: SQL) =>
  tx.execute(sql`
    select pg_notify('stale', 'announcements ' || entry)
    from announcements
    cross join unnest(case when cardinality(audience) > ${maxEntries} then array['everyone'] else audience end) as entry
    where ${which}`)

/** Notifies the pages of an announcement's audience, which then read announcements again. */
export const notifyPagesOf = (tx: Executor, id: string) => notifyPages(tx, sql`id = ${id}`)

/** Notifies the pages that showed an announcement which ended within the last `seconds`, so that they read announcements again. */
export const notifyPagesOfEnded = (tx: Executor, seconds: number) =>
  notifyPages(
    tx,
    sql`ends_at > now() - ${seconds} * interval '1 second' and ends_at <= now() and publish_at <= now()`,
  )
