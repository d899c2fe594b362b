import type { QueryKey } from '@tanstack/react-query'
import { addressOf } from './query-client.ts'

/** The read of a key, for code that does not run in a browser. */
export interface ReadOfKey {
  queryKey: QueryKey
  /** The path and the query of the request. */
  url: string
  /** Converts a response, and for a list the total number of rows, to the data that the cache stores under the key. */
  toData: (response: unknown, total: number) => unknown
}

/** Returns the read of a key of `readOf`, `pageOf` or `pagesOf`; for `pagesOf`, the read of the first page. */
export const readOfKey = (queryKey: QueryKey): ReadOfKey => {
  const shape = queryKey.at(-1)
  if (shape === 'page')
    return {
      queryKey,
      url: addressOf(queryKey.slice(0, -1)),
      toData: (rows, total) => ({ rows, total }),
    }
  if (shape === 'pages')
    return {
      queryKey,
      url: addressOf(queryKey.slice(0, -1), { page: '1' }),
      toData: (rows, total) => ({ pages: [{ rows, total }], pageParams: [1] }),
    }
  return { queryKey, url: addressOf(queryKey), toData: (response) => response }
}
