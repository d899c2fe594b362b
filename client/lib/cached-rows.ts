import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Rows } from './api.ts'
import { isBelow } from './query-client.ts'

export type Row = { id: string }

/** A cached list in any of the shapes that reads have, or a single cached row. */
type CachedList = Row | Row[] | Rows<Row> | InfiniteData<Rows<Row>>

const isRows = (data: unknown): data is Rows<Row> =>
  typeof data === 'object' && data !== null && 'rows' in data && Array.isArray(data.rows)

const isPages = (data: unknown): data is InfiniteData<Rows<Row>> =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)

const isRow = (data: unknown): data is Row => typeof data === 'object' && data !== null && 'id' in data

const isList = (data: unknown): data is CachedList =>
  Array.isArray(data) || isRows(data) || isPages(data) || isRow(data)

/** Returns a cached list with its rows changed. Added and removed rows change the total. */
export const changeRows = (list: CachedList, change: (rows: Row[]) => Row[]): CachedList => {
  if (Array.isArray(list)) return change(list)
  // A single row that was removed stays visible until it is read again.
  if (isRow(list)) return change([list])[0] ?? list
  if (isPages(list)) {
    return { ...list, pages: list.pages.map((page) => changeRows(page, change) as Rows<Row>) }
  }
  const rows = change(list.rows)
  return { rows, total: list.total + rows.length - list.rows.length }
}

const rowsOf = (list: CachedList): Row[] => {
  if (Array.isArray(list)) return list
  if (isRow(list)) return [list]
  return isPages(list) ? list.pages.flatMap(({ rows }) => rows) : list.rows
}

/** Returns the cached lists below the paths that contain the row. */
const listsWith = (client: QueryClient, paths: readonly string[], id: string): [QueryKey, CachedList][] =>
  client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => paths.some((path) => isBelow(queryKey, path)) })
    .flatMap(({ queryKey, state }) =>
      isList(state.data) && rowsOf(state.data).some((row) => row.id === id)
        ? [[queryKey, state.data] as [QueryKey, CachedList]]
        : [],
    )

/** Returns the row from one of the cached lists below the paths. */
export const cachedRow = <R extends Row>(client: QueryClient, paths: readonly string[], id: string) =>
  listsWith(client, paths, id)
    .flatMap(([, list]) => rowsOf(list))
    .find((row) => row.id === id) as R | undefined

/**
 * Changes one row in every cached list below the paths without reading the list again; null removes the row. The lists do not
 * count as newly read, and invalidated lists stay invalidated. Returns a function that restores the row.
 */
export const patchRow = <R extends Row>(
  client: QueryClient,
  paths: readonly string[],
  id: string,
  change: (row: R) => R | null,
): (() => void) => {
  const undo = listsWith(client, paths, id).map(([queryKey, list]) => {
    const before = rowsOf(list).find((row) => row.id === id) as R
    const index = rowsOf(list).indexOf(before)
    const after = change(before)
    setList(client, queryKey, (rows) =>
      rows.flatMap((row) => (row.id === id ? (after ? [after] : []) : [row])),
    )
    return () =>
      setList(client, queryKey, (rows) => {
        if (after) return rows.map((row) => (row.id === id ? before : row))
        return rows.some((row) => row.id === id) ? rows : rows.toSpliced(index, 0, before)
      })
  })
  return () => {
    for (const undoOne of undo) undoOne()
  }
}

const setList = (client: QueryClient, queryKey: QueryKey, change: (rows: Row[]) => Row[]) => {
  const state = client.getQueryState(queryKey)
  if (!state || !isList(state.data)) return
  const wasInvalidated = state.isInvalidated
  client.setQueryData(queryKey, changeRows(state.data, change), { updatedAt: state.dataUpdatedAt })
  // Writing into the cache clears the mark that the rest of the list is out of date.
  if (wasInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}
