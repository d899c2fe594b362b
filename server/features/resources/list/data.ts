import { and, arrayOverlaps, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import type { ResourceSort } from '#contract/resources/resources.ts'
import type { Database } from '#server/db/client.ts'
import { resourceFiles } from '#server/db/schema/resources.ts'
import type { Audience } from '../access.ts'
import { audienceKeysOf, columnsFor, visibleTo } from '../data.ts'
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
export const findResources = async (db: Database, audience: Audience, filter: Filter, order: Order) => {
  const { sort, page = 1, limit } = order
  const { search } = filter
  if (!sort && search?.canRank && limit !== undefined) {
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

const chosen = (audience: Audience, filter: Filter) => and(visibleTo(audience), matchesFilter(filter))

const matchesFilter = ({ category, folder, search }: Filter) =>
  and(
    category && eq(resourceFiles.category, category),
    folder === undefined
      ? undefined
      : folder === 'none'
        ? isNull(resourceFiles.folderId)
        : eq(resourceFiles.folderId, folder),
    search ? matches(search) : undefined,
  )

const byTitle = [asc(resourceFiles.title), asc(resourceFiles.id)]
const orders: Record<ResourceSort, SQL[]> = {
  title: [],
  newest: [desc(resourceFiles.updatedAt)],
  downloads: [desc(resourceFiles.downloadCount)],
}

const listResources = async (
  db: Database,
  audience: Audience,
  filter: Filter,
  { sort, page = 1, limit }: Order,
) => {
  const { search } = filter
  const first = sort ? orders[sort] : search?.canRank ? [desc(rank(search))] : []
  const query = db
    .select(columnsFor(audience === 'staff'))
    .from(resourceFiles)
    .where(chosen(audience, filter))
    .orderBy(...first, ...byTitle)
    .$dynamic()
  return limit === undefined ? query : query.limit(limit).offset((page - 1) * limit)
}

const countResources = async (db: Database, audience: Audience, filter: Filter) => {
  if (audience === 'staff' || filter.search) return db.$count(resourceFiles, chosen(audience, filter))
  // A file is for everyone or for some, never both. Most are for everyone: counting those apart uses an index made for them,
  // which is four times as fast as checking the audience of each file.
  const count = (whose: SQL) =>
    db.$count(resourceFiles, and(eq(resourceFiles.isActive, true), matchesFilter(filter), whose))
  const forEveryone = sql`${resourceFiles.audience} = '{everyone}'`
  const total = sql<number>`(${count(forEveryone)} + ${count(arrayOverlaps(resourceFiles.audience, audienceKeysOf(audience)))})::int`
  const [row] = await db.select({ total }).from(sql`(values (1)) as one`)
  return row?.total ?? 0
}

/**
 * Ranking reads every match, so the same query counts them and selects only what sorting needs: a second query for the count
 * would cost half as much again.
 */
const listBest = (
  db: Database,
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
      .where(chosen(audience, filter)),
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
    .select({ ...columnsFor(audience === 'staff'), total: sql<number>`(select count(*)::int from ${found})` })
    .from(best)
    .innerJoin(resourceFiles, eq(resourceFiles.id, best.id))
    .orderBy(desc(best.fit), asc(best.title), asc(best.id))
}
