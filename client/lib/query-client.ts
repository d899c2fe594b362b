import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint, Received } from '#contract/endpoint.ts'
import { ApiError, read } from './api.ts'
import { signInAgain } from './sign-in-again.ts'

const fiveMinutes = 300_000

const onError = (error: unknown) => {
  if (error instanceof ApiError && error.status === 401) signInAgain()
}

/** Data is fresh for five minutes, nothing is asked again by itself, and nothing is tried twice. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      // The key is the address in its parts: the default read joins them.
      queryFn: ({ queryKey }) => read(queryKey.join('/')),
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

/** The read of an endpoint without params, for useQuery: its key is the endpoint's path. */
export const readOf = <E extends Endpoint>(endpoint: E) =>
  queryOptions<Received<E>>({ queryKey: [endpoint.path] })
