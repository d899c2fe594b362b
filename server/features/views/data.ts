import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { findRow, lockRow, returnedRow } from '#server/db/rows.ts'
import { partnerFacts } from '#server/db/schema/partner-facts.ts'
import { savedViews } from '#server/db/schema/saved-views.ts'
import { namedUser } from '#server/db/user-names.ts'
import { conditionOf } from '#server/features/audience/views/data.ts'
import { pick } from '#server/pick.ts'

const columns = {
  ...pick(savedViews, 'id', 'name', 'isShared', 'filter', 'sort', 'columns', 'createdAt', 'updatedAt'),
  owner: namedUser('"saved_views"."owner_id"'),
}

const exists = isNull(savedViews.deletedAt)

/** Whether a member of staff sees a view: their own, or one that is shared. */
const isVisibleTo = (userId: string) =>
  and(exists, or(eq(savedViews.ownerId, userId), eq(savedViews.isShared, true)))

/** Lists the views that a member of staff sees, by name. */
export const listViews = (db: Executor, userId: string, { page, limit }: Page) =>
  db
    .select(columns)
    .from(savedViews)
    .where(isVisibleTo(userId))
    .orderBy(asc(savedViews.comparedName), asc(savedViews.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countViews = (db: Executor, userId: string) => db.$count(savedViews, isVisibleTo(userId))

export type ViewRow = Awaited<ReturnType<typeof listViews>>[number]

/** Counts the partners of each view that a member of staff sees, in one pass over the facts. Call `refreshPartnerFacts` before it. */
export const countPartnersOfViews = async (db: Executor, userId: string) => {
  const views = await db
    .select(pick(savedViews, 'id', 'filter'))
    .from(savedViews)
    .where(isVisibleTo(userId))
  if (views.length === 0) return {}
  const counts = views.map(({ filter }) => sql`(count(*) filter (where ${conditionOf(filter)}))::int`)
  const [row] = await db
    .select({ counts: sql<number[]>`array[${sql.join(counts, sql`, `)}]` })
    .from(partnerFacts)
  return Object.fromEntries(views.map(({ id }, index) => [id, row?.counts[index] ?? 0]))
}

export const getView = (db: Executor, userId: string, id: string) =>
  findRow(db.select(columns).from(savedViews), and(eq(savedViews.id, id), isVisibleTo(userId)))

/** Returns a view that a member of staff sees, locked until the transaction ends. */
export const lockView = (tx: Executor, userId: string, id: string) =>
  lockRow(
    tx.select(columns).from(savedViews),
    and(eq(savedViews.id, id), isVisibleTo(userId)),
    'no key update',
  )

/** Locks all views against other writers until the transaction ends. That is fine because there are few, and they rarely change. */
export const lockNames = async (tx: Executor) => {
  await tx.execute(sql`lock table ${savedViews} in share row exclusive mode`)
}

/** Whether another view of the owner has the name, or if this one is shared, another shared view. */
export const isNameTaken = async (
  tx: Executor,
  { id, name, ownerId, isShared }: { id?: string; name: string; ownerId: string | null; isShared: boolean },
) => {
  const ofOwner = ownerId === null ? undefined : eq(savedViews.ownerId, ownerId)
  const competing = or(ofOwner, isShared ? eq(savedViews.isShared, true) : undefined)
  if (!competing) return false
  const hasName = sql`${savedViews.comparedName} = compared_text(${name})`
  return (
    (await tx.$count(savedViews, and(exists, id ? ne(savedViews.id, id) : undefined, hasName, competing))) > 0
  )
}

export const countOwnViews = (tx: Executor, userId: string) =>
  tx.$count(savedViews, and(exists, eq(savedViews.ownerId, userId)))

export const createView = (tx: Executor, view: typeof savedViews.$inferInsert) =>
  returnedRow(tx.insert(savedViews).values(view).returning(columns))

export const updateView = (tx: Executor, id: string, change: Partial<typeof savedViews.$inferInsert>) =>
  returnedRow(tx.update(savedViews).set(change).where(eq(savedViews.id, id)).returning(columns))
