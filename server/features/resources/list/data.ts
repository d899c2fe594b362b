import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import type { ResourceSort } from '#contract/resources/resource-sorts.ts'
import { buildOnce } from '#server/db/build-once.ts'
import type { Database } from '#server/db/client.ts'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { audienceKeysOf } from '#server/features/audience/keys.ts'
import type { Audience } from '../access.ts'
import { columnsFor, visibleTo } from '../data.ts'
import { matches, rank, type SearchQuery } from '../search/data.ts'

interface Filter {
  category?: ResourceCategory | undefined
  folder?: string | undefined
  search?: SearchQuery | null
  /** Whether to list the withdrawn files instead. */
  withdrawn?: boolean
}

interface Order extends Page {
  sort?: ResourceSort | undefined
}

/** Returns a page of the filtered files and their total. Without a limit, the page has all of them. */
export const findResources = async (db: Database, audience: Audience, filter: Filter, order: Order) => {
  const { sort, page, limit } = order
  const { search } = filter
  if (!sort && search?.canRank) {
    const best = await listBest(db, audience, filter, rank(search), limit, (page - 1) * limit)
    const total = best[0]?.total ?? (page === 1 ? 0 : await countResources(db, audience, filter))
    return { rows: best.map(({ total: _, ...row }) => row), total }
  }
  if (!search) {
    const values = { ...filter, ...namesOf(audience), limit, offset: (page - 1) * limit }
    const [rows, counted] = await Promise.all([
      pageQuery(db, { ...shapeOf(audience, filter), sort }).execute(values),
      totalQuery(db, shapeOf(audience, filter)).execute(values),
    ])
    return { rows, total: counted[0]?.total ?? 0 }
  }
  const [rows, total] = await Promise.all([
    listResources(db, audience, filter, order),
    countResources(db, audience, filter),
  ])
  return { rows, total }
}

/** Returns the audience keys by which this audience finds its files; `ownNames` leaves out the key `everyone`. */
export const namesOf = (audience: Audience) => {
  const own = audience === 'staff' ? [] : audienceKeysOf(audience)
  return { ownNames: own, names: ['everyone', ...own] }
}

interface ListShape extends Record<string, string | boolean | undefined> {
  forStaff: boolean
  byCategory: boolean
  withdrawn: boolean
  folder: 'any' | 'none' | 'one'
}

const shapeOf = (audience: Audience, { category, folder, withdrawn = false }: Filter): ListShape => ({
  forStaff: audience === 'staff',
  byCategory: category !== undefined,
  withdrawn,
  folder: folder === undefined ? 'any' : folder === 'none' ? 'none' : 'one',
})

/** Whether a file is for one of the audience keys in this placeholder. */
export const isForAny = (names: string) => sql`${resourceFiles.audience} && ${sql.placeholder(names)}::text[]`

const matchesShape = ({ byCategory, folder, withdrawn }: ListShape) =>
  and(
    visibleTo('staff', !withdrawn),
    byCategory ? eq(resourceFiles.category, sql.placeholder('category')) : undefined,
    folder === 'none' ? isNull(resourceFiles.folderId) : undefined,
    folder === 'one' ? eq(resourceFiles.folderId, sql.placeholder('folder')) : undefined,
  )

const pageQuery = buildOnce((db, { sort, ...shape }: ListShape & { sort: ResourceSort | undefined }) =>
  db
    .select(columnsFor(shape.forStaff))
    .from(resourceFiles)
    .where(and(matchesShape(shape), shape.forStaff ? undefined : isForAny('names')))
    .orderBy(...(sort ? orders[sort] : []), ...byTitle)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
)

const totalQuery = buildOnce((db, shape: ListShape) => {
  const count = (whose?: SQL) => db.$count(resourceFiles, and(matchesShape(shape), whose))
  // A file is either for everyone or for some, never both, and most are for everyone. An index for those counts them four times as fast as
  // a look at each file's audience.
  const forEveryone = sql`${resourceFiles.audience} = '{everyone}'`
  const total = shape.forStaff
    ? sql<number>`${count()}::int`
    : sql<number>`(${count(forEveryone)} + ${count(isForAny('ownNames'))})::int`
  return db.select({ total }).from(sql`(values (1)) as one`)
})

const chosen = (audience: Audience, { category, folder, search, withdrawn }: Filter) =>
  and(
    visibleTo(audience, !withdrawn),
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
  { sort, page, limit }: Order,
) => {
  const { search } = filter
  const first = sort ? orders[sort] : search?.canRank ? [desc(rank(search))] : []
  const query = db
    .select(columnsFor(audience === 'staff'))
    .from(resourceFiles)
    .where(chosen(audience, filter))
    .orderBy(...first, ...byTitle)
    .$dynamic()
  return query.limit(limit).offset((page - 1) * limit)
}

const countResources = (db: Database, audience: Audience, filter: Filter) =>
  db.$count(resourceFiles, chosen(audience, filter))

/**
 * Lists the best matches. Ranking reads every match, so the same query counts them and selects only what sorting needs: a second query for
 * the count would cost half as much again.
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
