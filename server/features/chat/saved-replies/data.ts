import { asc, eq, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { deleteFrom, lockRow } from '#server/db/rows.ts'
import { savedReplies } from '#server/db/schema/chat.ts'
import { compared, containsWords } from '#server/db/search.ts'
import { pick } from '#server/pick.ts'

const columns = pick(savedReplies, 'id', 'title', 'text', 'createdAt', 'updatedAt')

const matching = (search: string | null) =>
  search === null
    ? undefined
    : containsWords(compared(sql`${savedReplies.title} || ' ' || ${savedReplies.text}`), search)

/** Lists the saved replies that match a search, by title. */
export const listReplies = (db: Executor, search: string | null, { page, limit }: Page) => {
  const query = db
    .select(columns)
    .from(savedReplies)
    .where(matching(search))
    .orderBy(asc(sql`lower(${savedReplies.title})`))
    .$dynamic()
  return query.limit(limit).offset((page - 1) * limit)
}

export const countReplies = (db: Executor, search: string | null) => db.$count(savedReplies, matching(search))

/** Returns a saved reply, locked until the transaction ends. */
export const lockReply = (db: Executor, id: string) =>
  lockRow(db.select(columns).from(savedReplies), eq(savedReplies.id, id))

/** Locks all saved replies against other writers until the transaction ends. That is fine because there are few, and they rarely change. */
export const lockTitles = async (db: Executor) => {
  await db.execute(sql`lock table ${savedReplies} in share row exclusive mode`)
}

/** Whether another reply has this title, ignoring case. */
export const isTitleTaken = async (db: Executor, title: string, id: string | null) => {
  const [other] = await db
    .select({ id: savedReplies.id })
    .from(savedReplies)
    .where(sql`lower(${savedReplies.title}) = lower(${title})`)
  return other !== undefined && other.id !== id
}

/** Stores a saved reply. Returns undefined when the title is taken. */
export const createReply = async (db: Executor, reply: typeof savedReplies.$inferInsert) => {
  const [created] = await db.insert(savedReplies).values(reply).onConflictDoNothing().returning(columns)
  return created
}

export const updateReply = async (
  db: Executor,
  id: string,
  change: Partial<typeof savedReplies.$inferInsert>,
) => {
  const [reply] = await db.update(savedReplies).set(change).where(eq(savedReplies.id, id)).returning(columns)
  if (!reply) throw new Error('the reply to update is gone')
  return reply
}

export const deleteReply = deleteFrom(savedReplies)
