import {
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import type { Endpoint, Received, Sent } from '#contract/endpoint.ts'
import { ApiError, read, readPage } from './api.ts'
import { isInBackground } from './background-reads.ts'
import { signInAgain } from './sign-in-again.ts'

const fiveMinutes = 300_000

const onError = (error: unknown) => {
  if (error instanceof ApiError && error.status === 401) signInAgain()
}

type Query = Record<string, string>

/** The address that a key stands for: its parts joined by slashes, then the query, where it has one. */
export const addressOf = (key: QueryKey, more: Query = {}) => {
  const path = key.filter((part) => typeof part === 'string').join('/')
  const query = { ...key.find((part): part is Query => typeof part === 'object'), ...more }
  return Object.keys(query).length > 0 ? `${path}?${new URLSearchParams(query)}` : path
}

/** Data is fresh for five minutes, nothing is asked again by itself, and nothing is tried twice. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      // The key is the address in its parts: the default read joins them.
      queryFn: ({ queryKey }) => read(addressOf(queryKey), { inBackground: isInBackground(queryKey) }),
      staleTime: fiveMinutes,
      refetchInterval: false,
      refetchOnWindowFocus: false,
      refetchOnMount: false,
      // Asks and fails at once where there is no network, instead of waiting for it without a word.
      networkMode: 'always',
      retry: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** What of an endpoint is read: the params of its path, where it has any, and the query, where one is wanted. */
type Address<E extends Endpoint> = { query?: Sent<E, 'query'> } & (Sent<E, 'params'> extends undefined
  ? { params?: undefined }
  : { params: Sent<E, 'params'> })

type Given<E extends Endpoint> = Sent<E, 'params'> extends undefined ? [address?: Address<E>] : [Address<E>]

const keyOf = (path: string, given: { params?: unknown; query?: unknown } | undefined): QueryKey => {
  const params = given?.params as Query | undefined
  const parts = path.split(/\/?:(\w+)\/?/).map((part, index) => {
    // Between what stands in the path as it is come the names of its params.
    if (index % 2 === 0) return part
    return encodeURIComponent(params?.[part] ?? '')
  })
  const query = Object.entries(given?.query ?? {}).filter(([, value]) => value)
  return [...parts.filter(Boolean), ...(query.length > 0 ? [Object.fromEntries(query)] : [])]
}

/**
 * The read of an endpoint, for useQuery. Its key is the path, cut at the params, then the query without what is empty in it:
 * invalidating `[listThings.path]` reaches every reading of the things, and all that lies below one of them.
 */
export const readOf = <E extends Endpoint>(endpoint: E, ...[given]: Given<E>) =>
  queryOptions<Received<E>>({ queryKey: keyOf(endpoint.path, given) })

const pageSize = 50

type RowOf<E extends Endpoint> = Received<E> extends (infer R)[] ? R : never

/** One page of a list and how many rows there are in all, for useQuery. The query says `page` and `limit`. */
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
  const limit = String(pageSize)
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
