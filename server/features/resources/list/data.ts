import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import type { ResourceSort } from '#contract/resources/resources.ts'
import type { Database } from '#server/db/client.ts'
import { preparedBy } from '#server/db/prepared.ts'
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
  if (!search && limit !== undefined) {
    const values = { ...filter, ...namesOf(audience), limit, offset: (page - 1) * limit }
    const [rows, counted] = await Promise.all([
      pageStatement(db, nameOf('resources', audience, filter, sort)).execute(values),
      totalStatement(db, nameOf('resources_total', audience, filter)).execute(values),
    ])
    return { rows, total: counted[0]?.total ?? 0 }
  }
  const [rows, total] = await Promise.all([
    listResources(db, audience, filter, order),
    limit === undefined ? null : countResources(db, audience, filter),
  ])
  return { rows, total: total ?? rows.length }
}

const namesOf = (audience: Audience) => {
  const own = audience === 'staff' ? [] : audienceKeysOf(audience)
  return { ownNames: own, names: ['everyone', ...own] }
}

const nameOf = (what: string, audience: Audience, { category, folder }: Filter, sort?: ResourceSort) =>
  [
    what,
    audience === 'staff' ? 'staff' : 'partner',
    category && 'category',
    folder && (folder === 'none' ? 'unfiled' : 'folder'),
    sort,
  ]
    .filter(Boolean)
    .join('_')

const isActive = eq(resourceFiles.isActive, true)
const isForAny = (names: string) => sql`${resourceFiles.audience} && ${sql.placeholder(names)}::text[]`

const namedFilter = (name: string) =>
  and(
    isActive,
    name.includes('category') ? eq(resourceFiles.category, sql.placeholder('category')) : undefined,
    name.includes('unfiled') ? isNull(resourceFiles.folderId) : undefined,
    name.includes('folder') ? eq(resourceFiles.folderId, sql.placeholder('folder')) : undefined,
  )

const pageStatement = preparedBy((db, name) => {
  const forStaff = name.includes('staff')
  return db
    .select(columnsFor(forStaff))
    .from(resourceFiles)
    .where(and(namedFilter(name), forStaff ? undefined : isForAny('names')))
    .orderBy(
      ...(name.includes('newest') ? orders.newest : name.includes('downloads') ? orders.downloads : []),
      ...byTitle,
    )
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare(name)
})

const totalStatement = preparedBy((db, name) => {
  const count = (whose?: SQL) => db.$count(resourceFiles, and(namedFilter(name), whose))
  // A file is for everyone or for some, never both. Most are for everyone: an index made for that counts them four times as
  // fast as looking at each file's audience.
  const forEveryone = sql`${resourceFiles.audience} = '{everyone}'`
  const total = name.includes('staff')
    ? sql<number>`${count()}::int`
    : sql<number>`(${count(forEveryone)} + ${count(isForAny('ownNames'))})::int`
  return db.select({ total }).from(sql`(values (1)) as one`).prepare(name)
})

const chosen = (audience: Audience, { category, folder, search }: Filter) =>
  and(
    visibleTo(audience),
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

const countResources = (db: Database, audience: Audience, filter: Filter) =>
  db.$count(resourceFiles, chosen(audience, filter))

/**
 * All that match must be looked at to tell which fit best, so the same look counts them, and takes along no more than it
 * takes to put them in order: another look for the count would cost half as much again.
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
