import type { QueryKey } from '@tanstack/react-query'
import { addressOf } from './query-client.ts'

/** How the read of a key is made elsewhere than in a browser. */
export interface ReadOfKey {
  queryKey: QueryKey
  /** Path and query. */
  url: string
  /** What is stored under the key of an answer, and of how many rows there are in all where it is a list. */
  toData: (response: unknown, total: number) => unknown
}

/** The read of a key of `readOf`, `pageOf` or `pagesOf`, of whose pages it is the first. */
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
