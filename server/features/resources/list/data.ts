import { and, arrayOverlaps, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { ResourceCategory } from '#contract/resource-categories.ts'
import type { ResourceSort } from '#contract/resources.ts'
import type { Executor } from '#server/db/client.ts'
import { resourceFiles } from '#server/db/schema/resources.ts'
import type { Audience } from '../access.ts'
import { columnsFor, ownNamesOf, visibleTo } from '../data.ts'
import { matches, rank, type SearchQuery } from '../search/data.ts'

interface Filter {
  category?: ResourceCategory | undefined
  folder?: string | undefined
  search?: SearchQuery | null
}

interface Order {
  sort?: ResourceSort | undefined
  page?: number | undefined
  limit?: number | undefined
}

/** A page of the files chosen, or all of them, and how many there are. */
export const findResources = async (db: Executor, audience: Audience, filter: Filter, order: Order) => {
  const { sort, page = 1, limit } = order
  const { search } = filter
  if (!sort && search?.isTelling && limit !== undefined) {
    const best = await listBest(db, audience, filter, rank(search), limit, (page - 1) * limit)
    const total = best[0]?.total ?? (page === 1 ? 0 : await countResources(db, audience, filter))
    return { rows: best.map(({ total: _, ...row }) => row), total }
  }
  const [rows, total] = await Promise.all([
    listResources(db, audience, filter, order),
    limit === undefined ? null : countResources(db, audience, filter),
  ])
  return { rows, total: total ?? rows.length }
}

const chosen = (visible: SQL | undefined, { category, folder, search }: Filter) =>
  and(
    visible,
    category && eq(resourceFiles.category, category),
    folder === undefined
      ? undefined
      : folder === 'none'
        ? isNull(resourceFiles.folderId)
        : eq(resourceFiles.folderId, folder),
    search ? matches(search) : undefined,
  )

const orders: Record<ResourceSort, SQL[]> = {
  title: [],
  newest: [desc(resourceFiles.updatedAt)],
  downloads: [desc(resourceFiles.downloadCount)],
}

const listResources = async (
  db: Executor,
  audience: Audience,
  filter: Filter,
  { sort, page = 1, limit }: Order,
) => {
  const { search } = filter
  const first = sort ? orders[sort] : search?.isTelling ? [desc(rank(search))] : []
  const query = db
    .select(columnsFor(audience))
    .from(resourceFiles)
    .where(chosen(visibleTo(audience), filter))
    .orderBy(...first, asc(resourceFiles.title), asc(resourceFiles.id))
    .$dynamic()
  return limit === undefined ? query : query.limit(limit).offset((page - 1) * limit)
}

const countResources = async (db: Executor, audience: Audience, filter: Filter) => {
  const count = (visible: SQL | undefined) => db.$count(resourceFiles, chosen(visible, filter))
  if (audience === 'staff' || filter.search) return count(visibleTo(audience))
  // A file is for everyone or for some, never both. Most are for everyone: an index made for that counts them four times as
  // fast as looking at each file's audience.
  const isActive = eq(resourceFiles.isActive, true)
  const forEveryone = and(isActive, sql`${resourceFiles.audience} = '{everyone}'`)
  const forThem = and(isActive, arrayOverlaps(resourceFiles.audience, ownNamesOf(audience)))
  const { rows } = await db.execute<{ total: number }>(
    sql`select (${count(forEveryone)} + ${count(forThem)})::int as total`,
  )
  return rows[0]?.total ?? 0
}

/**
 * All that match must be looked at to tell which fit best, so the same look counts them, and takes along no more than it
 * takes to put them in order: another look for the count would cost half as much again.
 */
const listBest = (
  db: Executor,
  audience: Audience,
  filter: Filter,
  fit: SQL<number>,
  limit: number,
  offset: number,
) => {
  const found = db.$with('found').as(
    db
      .select({ id: resourceFiles.id, title: resourceFiles.title, fit: fit.as('fit') })
      .from(resourceFiles)
      .where(chosen(visibleTo(audience), filter)),
  )
  const best = db
    .select()
    .from(found)
    .orderBy(desc(found.fit), asc(found.title), asc(found.id))
    .limit(limit)
    .offset(offset)
    .as('best')
  return db
    .with(found)
    .select({ ...columnsFor(audience), total: sql<number>`(select count(*)::int from ${found})` })
    .from(best)
    .innerJoin(resourceFiles, eq(resourceFiles.id, best.id))
    .orderBy(desc(best.fit), asc(best.title), asc(best.id))
}
