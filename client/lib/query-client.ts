import {
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import type { Endpoint, Received, Sent } from '#contract/endpoint.ts'
import { ApiError, call, type HowToRead, read, readPage } from './api.ts'
import { isInBackground } from './background-reads.ts'
import { signInAgain } from './sign-in-again.ts'

const fiveMinutesMs = 300_000

const onError = (error: unknown) => {
  if (!(error instanceof ApiError)) return
  if (error.status === 401) signInAgain()
  // The time to set one up has ended: with the user comes the page for that.
  if (error.code === 'passkey_required') void queryClient.invalidateQueries({ queryKey: ['/api/auth/user'] })
}

type Query = Record<string, string>

/** The address of a key: its parts joined by slashes, then the query, where it has one. */
export const addressOf = (key: QueryKey, more: Query = {}) => {
  const path = key.filter((part) => typeof part === 'string').join('/')
  const query = { ...key.find((part): part is Query => typeof part === 'object'), ...more }
  return Object.keys(query).length > 0 ? `${path}?${new URLSearchParams(query)}` : path
}

/** Reads the address of a key, marked as a background read where the user did not request it. */
export const readKey = <T>(queryKey: QueryKey, how: Pick<HowToRead, 'nullOn'> = {}) =>
  read<T>(addressOf(queryKey), { ...how, inBackground: isInBackground(queryKey) })

/**
 * Data is fresh for five minutes, nothing is retried, and nothing is read again on focus or by an interval. What the event
 * stream or a mutation has invalidated is read again as soon as it shows.
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
      // Without a network it fails at once instead of waiting silently.
      networkMode: 'always',
      retry: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** For the few reads that the event stream does not announce changes of: read again whenever they show. */
export const notInEventStream = { staleTime: 0, refetchOnMount: true } as const

/** Whether a key belongs to an address that begins with the path, as `/api/resources/…` does with `/api/resources`. */
export const isBelow = (queryKey: QueryKey, path: string) => addressOf(queryKey).startsWith(path)

/** Marks every read below the paths as out of date; what shows is read again at once. Resolves when that has arrived. */
export const invalidatePaths = (client: QueryClient, paths: readonly string[]) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => paths.some((path) => isBelow(queryKey, path)) })

/** The params of an endpoint's path, where it has any, and its optional query. */
type Address<E extends Endpoint> = { query?: Sent<E, 'query'> } & (Sent<E, 'params'> extends undefined
  ? { params?: undefined }
  : { params: Sent<E, 'params'> })

type Given<E extends Endpoint> = Sent<E, 'params'> extends undefined ? [address?: Address<E>] : [Address<E>]

const keyOf = (path: string, given: { params?: unknown; query?: unknown } | undefined): QueryKey => {
  const params = given?.params as Query | undefined
  const parts = path.split(/\/?:(\w+)\/?/).map((part, index) => {
    // The names of params come between the fixed parts of the path.
    if (index % 2 === 0) return part
    return encodeURIComponent(params?.[part] ?? '')
  })
  const query = Object.entries(given?.query ?? {}).filter(([, value]) => value)
  return [...parts.filter(Boolean), ...(query.length > 0 ? [Object.fromEntries(query)] : [])]
}

/**
 * The read of an endpoint, for useQuery. Its key is the path, cut at the params, then the query without its empty values:
 * invalidating `[listThings.path]` reaches every reading of the things, and all that lies below one of them.
 */
export const readOf = <E extends Endpoint>(endpoint: E, ...[given]: Given<E>) =>
  queryOptions<Received<E>>({ queryKey: keyOf(endpoint.path, given) })

/** The read that fills a form: it runs for each form, and does not change while the user types. */
export const snapshotOf = <E extends Endpoint>(endpoint: E, ...[given]: Given<E>) =>
  queryOptions<Received<E>>({
    // Not the key of a plain read, which follows every change.
    queryKey: [...keyOf(endpoint.path, given), 'snapshot'],
    queryFn: () => call(endpoint, { params: given?.params } as Parameters<typeof call<E>>[1]),
    staleTime: 'static',
    gcTime: 0,
  })

const defaultPageSize = 50

type RowOf<E extends Endpoint> = Received<E> extends (infer R)[] ? R : never

/** One page of a list and how many rows there are in all, for useQuery. The query has `page` and `limit`. */
export const pageOf = <E extends Endpoint>(endpoint: E, ...[given]: Given<E>) => {
  const key = keyOf(endpoint.path, given)
  return queryOptions({
    // Not the key of a plain read, whose data is of another shape.
    queryKey: [...key, 'page'],
    queryFn: ({ queryKey }) => readPage<RowOf<E>>(addressOf(key), { inBackground: isInBackground(queryKey) }),
  })
}

/** A list read page by page, for useInfiniteQuery, 50 rows each unless the query has a `limit`. Its pages are Rows. */
export const pagesOf = <E extends Endpoint>(endpoint: E, ...[given]: Given<E>) => {
  const limit = String(defaultPageSize)
  const key = keyOf(endpoint.path, { ...given, query: { limit, ...(given?.query as object | undefined) } })
  return infiniteQueryOptions({
    // Not the key of a plain read, whose data is of another shape.
    queryKey: [...key, 'pages'],
    queryFn: ({ queryKey, pageParam }) =>
      readPage<RowOf<E>>(addressOf(key, { page: String(pageParam) }), {
        inBackground: isInBackground(queryKey),
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.rows.length > 0 && pages.reduce((sum, { rows }) => sum + rows.length, 0) < last.total
        ? pages.length + 1
        : undefined,
  })
}
