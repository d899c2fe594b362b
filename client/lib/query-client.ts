import {
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  type Query as TanStackQuery,
} from '@tanstack/react-query'
import type { Endpoint, Received, Sent } from '#contract/endpoint.ts'
import type { Endpoints, PathPrefix, ReadPath } from '#contract/endpoints.ts'
import { ApiError, call, type HowToRead, read, readPage } from './api.ts'
import { isInBackground } from './background-reads.ts'
import { signInAgain } from './sign-in-again.ts'

const fiveMinutesMs = 300_000

const onError = (error: unknown) => {
  if (!(error instanceof ApiError)) return
  if (error.status === 401) signInAgain()
  // The deadline for setting up a passkey has passed. Reading the user again shows the page that requires one.
  if (error.code === 'passkey_required') void queryClient.invalidateQueries({ queryKey: ['/api/auth/user'] })
}

type Query = Record<string, string>

/** Returns the address of a key: its parts joined by slashes, then the query, if the key has one. */
export const addressOf = (key: QueryKey, more: Query = {}) => {
  const path = key.filter((part) => typeof part === 'string').join('/')
  const query = { ...key.find((part): part is Query => typeof part === 'object'), ...more }
  return Object.keys(query).length > 0 ? `${path}?${new URLSearchParams(query)}` : path
}

/** Reads the address of a key, marked as a background read when the user did not request it. */
export const readKey = <T>(queryKey: QueryKey, how: Pick<HowToRead, 'nullOn'> = {}) =>
  read<T>(addressOf(queryKey), { ...how, inBackground: isInBackground(queryKey) })

/**
 * The client's query cache. Data is fresh for five minutes, nothing is retried, and nothing is read again on focus or at an interval.
 * Data that the event stream or a mutation has invalidated is read again as soon as it is shown.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey }) => readKey(queryKey),
      staleTime: fiveMinutesMs,
      refetchInterval: false,
      refetchOnWindowFocus: false,
      refetchOnMount: ({ state }) => state.isInvalidated,
      // Without a network, a read fails immediately instead of waiting silently.
      networkMode: 'always',
      retry: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * Repeats a read that was invalidated while it was under way, as soon as it has arrived, since it may be older than the change.
 * TanStack Query starts a read again only if it is shown and has data already; the arrival of any other would end its invalidation.
 */
const repeatOutdatedReads = (client: QueryClient) => {
  const outdated = new WeakSet<TanStackQuery>()
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const { state, queryKey } = query
    if (action.type === 'invalidate') {
      const isRestarted = state.data !== undefined && query.isActive()
      if (state.fetchStatus === 'fetching' && !isRestarted) outdated.add(query)
    } else if (action.type === 'success' && !action.manual && outdated.delete(query)) {
      void client.invalidateQueries({ queryKey, exact: true })
    }
  })
}

repeatOutdatedReads(queryClient)

/** Options for the few reads whose changes the event stream does not announce; they are read again whenever they are shown. */
export const notInEventStream = { staleTime: 0, refetchOnMount: true } as const

/** Returns whether the address of a key begins with the path, as `/api/resources/…` begins with `/api/resources`. */
export const isBelow = (queryKey: QueryKey, path: string) => addressOf(queryKey).startsWith(path)

/** Marks every read below the paths as out of date. Repeats those on the screen immediately; resolves when they have arrived. */
export const invalidatePaths = (client: QueryClient, paths: readonly PathPrefix[]) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => paths.some((path) => isBelow(queryKey, path)) })

/** The params of an endpoint's path, if it has any, and its optional query. */
type Address<E extends Endpoint> = { query?: Sent<E, 'query'> } & (Sent<E, 'params'> extends undefined
  ? { params?: undefined }
  : { params: Sent<E, 'params'> })

type Read<P extends ReadPath> = Endpoints[`GET ${P}`]

type Given<P extends ReadPath> =
  Sent<Read<P>, 'params'> extends undefined ? [address?: Address<Read<P>>] : [Address<Read<P>>]

const keyOf = (path: string, given: { params?: unknown; query?: unknown } | undefined): QueryKey => {
  const params = given?.params as Query | undefined
  const parts = path.split(/\/?:(\w+)\/?/).map((part, index) => {
    // The odd parts are the names of params, and the even parts are the fixed parts of the path.
    if (index % 2 === 0) return part
    return encodeURIComponent(params?.[part] ?? '')
  })
  const query = Object.entries(given?.query ?? {}).filter(([, value]) => value)
  return [...parts.filter(Boolean), ...(query.length > 0 ? [Object.fromEntries(query)] : [])]
}

/**
 * Returns the read of an endpoint, for useQuery. Its key is the path, split at the params, then the query without empty values.
 * Therefore, invalidating `['/api/things']` invalidates every read of the things and every read below one of them.
 */
export const readOf = <P extends ReadPath>(path: P, ...[given]: Given<P>) =>
  queryOptions<Received<Read<P>>>({ queryKey: keyOf(path, given) })

/** Returns the read that fills a form. It runs once for each form, so the data does not change while the user types. */
export const snapshotOf = <P extends ReadPath>(path: P, ...[given]: Given<P>) =>
  queryOptions<Received<Read<P>>>({
    // The key differs from that of a plain read, whose data follows every change.
    queryKey: [...keyOf(path, given), 'snapshot'],
    queryFn: () => call(`GET ${path}`, { params: given?.params } as Parameters<typeof call<`GET ${P}`>>[1]),
    staleTime: 'static',
    gcTime: 0,
  })

const defaultPageSize = 50

type RowOf<P extends ReadPath> = Received<Read<P>> extends (infer R)[] ? R : never

/** Returns the read of one page of a list and the total number of rows, for useQuery. The query has `page` and `limit`. */
export const pageOf = <P extends ReadPath>(path: P, ...[given]: Given<P>) => {
  const key = keyOf(path, given)
  return queryOptions({
    // The key differs from that of a plain read, whose data has another shape.
    queryKey: [...key, 'page'],
    queryFn: ({ queryKey }) => readPage<RowOf<P>>(addressOf(key), { inBackground: isInBackground(queryKey) }),
  })
}

/** Returns the read of a list page by page, for useInfiniteQuery, with 50 rows each unless the query has a `limit`. Its pages are Rows. */
export const pagesOf = <P extends ReadPath>(path: P, ...[given]: Given<P>) => {
  const limit = String(defaultPageSize)
  const key = keyOf(path, { ...given, query: { limit, ...(given?.query as object | undefined) } })
  return infiniteQueryOptions({
    // The key differs from that of a plain read, whose data has another shape.
    queryKey: [...key, 'pages'],
    queryFn: ({ queryKey, pageParam }) =>
      readPage<RowOf<P>>(addressOf(key, { page: String(pageParam) }), {
        inBackground: isInBackground(queryKey),
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.rows.length > 0 && pages.reduce((sum, { rows }) => sum + rows.length, 0) < last.total
        ? pages.length + 1
        : undefined,
  })
}
